"""The code of the child processes, the only modules of `app` that load TensorFlow."""
