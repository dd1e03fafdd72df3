"""What the plug-in brings. Neither Keras nor TensorFlow is loaded: the window lists it."""

from core.base.plugins.plugin import BackbonePart, Plugin

PLUGIN = Plugin(
    "mobilenet",
    "MobileNetV2",
    "A network with MobileNetV2 as its backbone.",
    backbones=(
        BackbonePart(
            "mobilenet",
            "MobileNetV2 (few multiply-adds)",
            at="textscanner_mobilenet.network:build",
            scaling="symmetric",
            like="small",
        ),
    ),
)
