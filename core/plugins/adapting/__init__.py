"""Makes a new model of an existing one: other symbols, weights of other files. And keeps a model's weights apart."""
