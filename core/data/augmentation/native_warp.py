"""The warp of `core.data.augmentation.warps` by TensorFlow's own operations: for a graph without Python, or on a GPU.

`tf.image` has no perspective and no bend, and its raw operation counts from the centre of a pixel; so the source of
each pixel is computed here, and its four neighbours are gathered. OpenCV remains what a training uses: on a CPU it is
several times as fast (`script/bench model`).
"""

from __future__ import annotations

from typing import Any

import cv2
import tensorflow as tf

from core.data.augmentation.warps import Warp


def warp_image(image: Any, warp: Warp, border: int = cv2.BORDER_REPLICATE, fill: tuple[float, ...] = (0, 0, 0)) -> Any:
    """Move an image as `Warp.image` does with interpolation.

    Parameters
    ----------
    image : (height, width, 3) uint8 tensor
    border : {cv2.BORDER_REPLICATE, cv2.BORDER_CONSTANT}
    fill : (red, green, blue)
        Colour outside the image for `cv2.BORDER_CONSTANT`.

    Returns
    -------
    (*warp.size, 3) uint8 tensor
    """
    height, width = warp.size
    x = tf.range(width, dtype=tf.float32)[None, :] + 0.5
    y = tf.range(height, dtype=tf.float32)[:, None] + 0.5
    if warp.bend is not None:
        along = y if warp.bend.along_y else x
        u = (along - warp.bend.start) / warp.bend.length * 2 - 1
        shift = warp.bend.height * (u * u - 1 / 3)
        x, y = (x - shift, y) if warp.bend.along_y else (x, y - shift)
    a = tf.cast(tf.linalg.inv(tf.constant(warp.matrix, tf.float64)), tf.float32)
    w = a[2, 0] * x + a[2, 1] * y + a[2, 2]
    source_x = (a[0, 0] * x + a[0, 1] * y + a[0, 2]) / w - 0.5
    source_y = (a[1, 0] * x + a[1, 1] * y + a[1, 2]) / w - 0.5
    size = tf.shape(image)[:2]
    pixels = tf.cast(image, tf.float32)
    left, top = tf.floor(source_x), tf.floor(source_y)
    right_part, lower_part = (source_x - left)[..., None], (source_y - top)[..., None]

    def at(row: Any, column: Any) -> Any:
        rows = tf.cast(tf.clip_by_value(row, -1e6, 1e6), tf.int32)  # far out of the image a float is no whole number
        columns = tf.cast(tf.clip_by_value(column, -1e6, 1e6), tf.int32)
        inside = tf.clip_by_value(rows, 0, size[0] - 1), tf.clip_by_value(columns, 0, size[1] - 1)
        found = tf.gather_nd(pixels, tf.stack(inside, axis=-1))
        if border == cv2.BORDER_REPLICATE:
            return found
        is_inside = (rows == inside[0]) & (columns == inside[1])
        return tf.where(is_inside[..., None], found, tf.constant(fill[:3], tf.float32))

    upper = at(top, left) * (1 - right_part) + at(top, left + 1) * right_part
    lower = at(top + 1, left) * (1 - right_part) + at(top + 1, left + 1) * right_part
    moved = tf.round(upper * (1 - lower_part) + lower * lower_part)
    return tf.cast(tf.clip_by_value(moved, 0, 255), tf.uint8)
