"""Reads words with graphs in ONNX and TensorFlow Lite files, without Keras if only words are wanted."""

SUFFIXES = (".tflite", ".onnx")
"""Of the files of an export that can be read."""
