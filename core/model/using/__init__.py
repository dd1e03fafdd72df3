"""Prediction and evaluation with trained models."""
