"""The sources of samples."""
