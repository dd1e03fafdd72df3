"""The cost of a training step: traces of TensorFlow's profiler, and the tables that are made from them."""
