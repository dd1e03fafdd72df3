"""The inside of a network: its layers, the output of each for an image, and the channels that do anything."""
