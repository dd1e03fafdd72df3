"""The child processes' own code: the only modules of `app` that load TensorFlow."""
