"""Inside: the layers of the chosen model, their graph, and the maps of a layer for the open image."""
