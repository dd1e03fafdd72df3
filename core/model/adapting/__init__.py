"""Makes a new model of a present one: other symbols, weights of other files. And keeps a model's weights apart."""
