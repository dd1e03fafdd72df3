"""The panel with the reading of the open image and its causes, and the chooser of the model."""
