"""The reading of the open image beside its label, why it is wrong, and the chooser of the model."""
