"""Changes a sample's picture and polygons during training."""
