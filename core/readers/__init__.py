"""Readers of other programs: text recognisers in ONNX files, Tesseract. They run in a process of their own."""
