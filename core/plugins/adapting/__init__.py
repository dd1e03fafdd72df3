"""Makes a new model from an existing one, with other symbols or weights, and saves the weights of a model."""
