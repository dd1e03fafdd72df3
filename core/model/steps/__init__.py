"""One training step on each of Keras' backends: groups of weights, their update, devices, Keras' `fit`."""
