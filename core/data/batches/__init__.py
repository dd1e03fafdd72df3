"""Samples become batches with target maps."""
