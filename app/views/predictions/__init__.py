"""The reading of the open image beside its label, why it is wrong, the chooser of the model, and the pinned words."""
