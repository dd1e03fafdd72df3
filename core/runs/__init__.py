"""A run's folder, which both window and training read and write. Free of Qt and Keras."""
