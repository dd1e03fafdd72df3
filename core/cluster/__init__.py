"""Connects several workers that train together, without TensorFlow: their addresses, meeting and messages."""
