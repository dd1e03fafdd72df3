"""Makes a new model of an existing one, with other symbols or weights of other files, and saves a model's weights."""
