"""The instrument Inside: the layers of the chosen model, and what a layer gives for the open image."""
