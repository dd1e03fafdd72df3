"""Changes to a sample's picture and polygons while training."""
