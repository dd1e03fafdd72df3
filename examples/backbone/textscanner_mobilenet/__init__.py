"""A backbone of a plug-in: MobileNetV2."""
