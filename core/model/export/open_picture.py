"""Opens a picture in the form that a model was trained on: upright, RGB of 8 bits, nothing transparent.

`rgb` does what `core.base.images.read_picture` does. An export copies this file beside its readers, so it imports
nothing of ours. It needs only numpy and pillow.
"""

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps


def rgb(path: str | Path) -> Any:
    """Return the pixels of a picture as uint8 RGB, (height, width, 3)."""
    image: Any = ImageOps.exif_transpose(Image.open(path))
    if image.mode[0] in "IF":  # more than 8 bits: white is what all used bits give
        values = np.nan_to_num(np.asarray(image, np.float32), nan=0, posinf=65535, neginf=0).clip(0, 65535)
        is_share = image.mode in ("I", "F") and values.max() <= 1
        bits = max(8, int(values.max()).bit_length())
        image = Image.fromarray(np.rint(values * np.float32(255 / (1 if is_share else 2**bits - 1))).astype(np.uint8))
    if image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info:
        image = image.convert("RGBA")  # laid over white, or over black if its letters are as white
        grey, alpha = (np.float32(channel) for channel in image.convert("LA").split())
        is_dark = (alpha * (255 - grey)).sum() >= 40 * alpha.sum()
        ground = Image.new("RGB", image.size, "white" if is_dark else "black")
        ground.paste(image, mask=image.getchannel("A"))
        image = ground
    return np.asarray(image.convert("RGB"))
