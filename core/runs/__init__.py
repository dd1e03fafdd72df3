"""A run's folder, which both window and training read and write, free of Qt and Keras."""
