"""One training step on each of Keras' backends: weight groups, their update, devices, Keras' `fit`."""
