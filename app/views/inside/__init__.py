"""The layers of the chosen model, and the new models that can be made of it."""
