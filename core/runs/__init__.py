"""The folder of a run, which both window and training read and write without Qt and Keras."""
