"""Samples for a training: drawn, read, augmented and put into batches."""
