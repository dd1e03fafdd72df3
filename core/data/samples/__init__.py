"""Sources of training and validation samples."""
