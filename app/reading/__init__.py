"""Readings: all requests to the process that predicts, the chosen model, and its predictions for images."""
