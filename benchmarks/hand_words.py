"""The 60 real words of `../shared/data` on which `benchmarks.hands` counts what the hand has to do: names only.

They were chosen by looking at contact sheets. The straight ones are the first twenty each of IIIT 5K-word's and ICDAR
2003's training words, by the CRC-32 of their names, that have two characters or more, stand on a straight line, are
upright, whole and legible, and read what their text says in ASCII.
"""

from __future__ import annotations

Line = tuple[tuple[float, float], ...]

STRAIGHT = (
    "iiit5k/train/5088_3.png",
    "iiit5k/train/1026_6.png",
    "iiit5k/train/754_4.png",
    "iiit5k/val/907_10.png",
    "iiit5k/val/1049_3.png",
    "iiit5k/val/5138_4.png",
    "iiit5k/val/2081_5.png",
    "iiit5k/val/155_5.png",
    "iiit5k/train_large/686_1.png",
    "iiit5k/val/610_2.png",
    "iiit5k/train_large/5101_5.png",
    "iiit5k/train/541_3.png",
    "iiit5k/train/2293_3.png",
    "iiit5k/train_large/5027_10.png",
    "iiit5k/train/2034_1.png",
    "iiit5k/val/5134_8.png",
    "iiit5k/train/907_3.png",
    "iiit5k/train/2314_3.png",
    "iiit5k/train_large/2059_3.png",
    "iiit5k/val/2624_2.png",
    "icdar03_train/images/0422.jpg",
    "icdar03_train/images/0167.jpg",
    "icdar03_train/images/0026.jpg",
    "icdar03_train/images/0033.jpg",
    "icdar03_train/images/0172.jpg",
    "icdar03_train/images/0250.jpg",
    "icdar03_train/images/0311.jpg",
    "icdar03_train/images/0158.jpg",
    "icdar03_train/images/0193.jpg",
    "icdar03_train/images/0641.jpg",
    "icdar03_train/images/0186.jpg",
    "icdar03_train/images/0408.jpg",
    "icdar03_train/images/0304.jpg",
    "icdar03_train/images/0549.jpg",
    "icdar03_train/images/0245.jpg",
    "icdar03_train/images/0696.jpg",
    "icdar03_train/images/0151.jpg",
    "icdar03_train/images/0555.jpg",
    "icdar03_train/images/0259.jpg",
    "icdar03_train/images/0292.jpg",
)
"""Word images of `iiit5k` and `icdar03_train`."""

SLANTED = {
    "iiit5k/train/511_9.png": 16,
    "iiit5k/train_large/697_4.png": 12,
    "icdar03_train/images/0562.jpg": 24,
    "icdar03_train/images/0358.jpg": 16,
    "iiit5k/train/2541_13.png": 16,
    "iiit5k/train/532_1.png": 16,
    "iiit5k/train/5153_4.png": 16,
    "icdar03_train/images/0269.jpg": 12,
    "icdar03_train/images/0204.jpg": 12,
    "iiit5k/train/1094_4.png": 12,
}
"""Italic or sheared words of `iiit5k` and `icdar03_train`, each with its slant in degrees from the upright.

The slant is that shear which makes the columns of ink most uneven, looked at; it is right within four degrees.
"""

GAPS = {
    "iiit5k/train/754_4.png": {2: (17.3, 20.1)},
    "iiit5k/val/907_10.png": {3: (30.2, 31.7)},
    "iiit5k/train/2034_1.png": {1: (14.7, 16.5), 2: (26.9, 29.0), 3: (38.8, 41.2)},
    "icdar03_train/images/0422.jpg": {1: (10.7, 12.0), 5: (37.5, 39.3), 6: (44.5, 45.9)},
    "icdar03_train/images/0158.jpg": {6: (298.0, 310.0)},
    "icdar03_train/images/0641.jpg": {1: (10.9, 11.5), 4: (36.0, 36.9), 5: (44.8, 45.8)},
    "icdar03_train/images/0186.jpg": {3: (26.8, 29.9)},
    "icdar03_train/images/0408.jpg": {1: (25.0, 32.6), 2: (50.7, 54.5)},
    "icdar03_train/images/0245.jpg": {4: (75.7, 81.6)},
    "icdar03_train/images/0562.jpg": {1: (15.0, 18.8)},
}
"""The ground between two characters, from x to x in pixels half-way up, by the rank of the first one.

Read off the enlarged picture where ICDAR 2003's cut runs through a letter: its authors dragged one upright line; and
where boxes of IIIT 5K-word lie beside their letters.
"""

CURVED: dict[str, tuple[Line, Line]] = {
    "dtrb/demo_image/demo_8.jpg": (
        ((0.03, 0.9), (0.2, 0.38), (0.5, 0.08), (0.8, 0.33), (0.98, 0.85)),
        ((0.14, 1), (0.27, 0.66), (0.5, 0.4), (0.72, 0.6), (0.88, 0.98)),
    ),
    "dtrb/demo_image/demo_9.jpg": (
        ((0.02, 0.57), (0.17, 0.16), (0.47, 0.03), (0.77, 0.17), (0.98, 0.6)),
        ((0.12, 0.87), (0.29, 0.57), (0.49, 0.48), (0.7, 0.61), (0.87, 0.98)),
    ),
    "dtrb/demo_image/demo_10.jpg": (
        ((0.03, 0.02), (0.35, 0.07), (0.7, 0.35), (0.99, 0.83)),
        ((0.02, 0.2), (0.3, 0.28), (0.58, 0.52), (0.85, 0.97)),
    ),
    "parseq/demo_images/art-01107.jpg": (
        ((0.01, 0.93), (0.13, 0.37), (0.5, 0.05), (0.86, 0.37), (0.99, 0.92)),
        ((0.15, 0.97), (0.24, 0.56), (0.5, 0.33), (0.76, 0.56), (0.86, 0.95)),
    ),
    "parseq/demo_images/cute-184.jpg": (
        ((0.33, 0.02), (0.37, 0.34), (0.58, 0.6), (0.99, 0.73)),
        ((0.01, 0.05), (0.04, 0.43), (0.33, 0.79), (0.87, 0.98)),
    ),
    "union14m/github/Art_Curve_352.jpg": (
        ((0.99, 0.95), (0.8, 1), (0.6, 0.99), (0.42, 0.88), (0.22, 0.62), (0.1, 0.48), (0.01, 0.18)),
        ((0.99, 0.65), (0.85, 0.67), (0.68, 0.7), (0.5, 0.6), (0.25, 0.38), (0.11, 0.04)),
    ),
    "union14m/github/Art_Curve_178.jpg": (
        ((0.25, 0.01), (0.67, 0.25), (0.91, 0.59), (0.99, 0.89)),
        ((0.03, 0.22), (0.34, 0.44), (0.53, 0.69), (0.62, 0.96)),
    ),
    "union14m/github/cute_23.jpg": (
        ((0.04, 0.58), (0.22, 0.18), (0.5, 0.02), (0.78, 0.2), (0.98, 0.7)),
        ((0.17, 0.9), (0.32, 0.54), (0.5, 0.41), (0.7, 0.54), (0.87, 0.97)),
    ),
    "union14m/github/cute_3.jpg": (
        ((0.03, 0.28), (0.3, 0.37), (0.6, 0.36), (0.96, 0.05)),
        ((0.06, 0.75), (0.3, 0.96), (0.6, 0.94), (0.99, 0.65)),
    ),
    "union14m/github/hiercurve_2229.jpg": (
        ((0.2, 0.02), (0.65, 0.15), (0.93, 0.47), (0.99, 0.93)),
        ((0.03, 0.2), (0.38, 0.35), (0.57, 0.6), (0.61, 0.91)),
    ),
}
"""Curved words of `word_crops`, each with the lines dragged along top and bottom, in shares of the picture."""
