"""The inside of a network: its layers, their outputs for an image, and the channels that do anything."""
