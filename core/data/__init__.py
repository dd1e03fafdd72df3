"""Prepares samples for a training: reads or synthesises, augments and batches them."""
