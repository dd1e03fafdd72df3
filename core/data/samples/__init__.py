"""The sources that deliver the samples for training and validation."""
