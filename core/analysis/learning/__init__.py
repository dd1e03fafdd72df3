"""The learning history of a training: the results of each character of the validation words over time."""
