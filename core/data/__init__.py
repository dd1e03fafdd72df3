"""Samples for a training: read or synthesised, augmented and put into batches."""
