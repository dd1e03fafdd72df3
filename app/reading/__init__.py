"""Readings: all requests to the prediction process, the chosen model, and its predictions for images."""
