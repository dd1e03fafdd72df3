"""Readers of other programs, text recognisers in ONNX files and Tesseract, which run in processes of their own."""
