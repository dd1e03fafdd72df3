"""Inside: the layers of the chosen model, their graph, and the maps of one layer for the open image."""
