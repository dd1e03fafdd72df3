"""What a training step costs: traces of TensorFlow's profiler, and the tables that are made of them."""
