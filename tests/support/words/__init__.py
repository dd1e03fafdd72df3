"""Synthetic words, label files and predicted maps that tests are made of."""
