"""Changes one image and its label, and shows how the reading depends on the changes."""
