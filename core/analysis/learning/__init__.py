"""The learning history of a training: what became of each character of the validation words."""
