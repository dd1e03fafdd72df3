"""A run's folder, read and written by window and training alike: no Qt, no Keras."""
