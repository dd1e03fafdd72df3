"""Text recognisers of other programs, in ONNX files or Tesseract, which run in processes of their own."""
