"""Prediction and evaluation with a trained model."""
