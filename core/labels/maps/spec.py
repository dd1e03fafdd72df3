"""The parameters of target maps: sizes, orientation and the numbers for rendering."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.base.errors import ProjectError, Sentence

Orientation = Literal["auto", "horizontal", "vertical"]

VERTICAL_RATIO = 1.5  # with orientation `auto`, an image taller than this times its width is a vertical word

WIDEST_PADDING = 16  # width by height, at most, that narrow images may be padded to


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 32 <= value <= 4096 and value % 32 == 0


@dataclass(frozen=True, slots=True)
class Sigma:
    """The width of the Gaussians Ŷ_k, relative to the character or fixed."""

    kind: Literal["relative", "fixed"] = "relative"
    """The unit of `value`.

    `relative`: `value` is the fraction of the two sides of a character's minimum-area rectangle, each along its own
    axis. `fixed`: `value` is one number of resized input pixels for every character."""
    value: float = 0.25
    """The width, > 0."""

    def __post_init__(self) -> None:
        if self.kind not in ("relative", "fixed"):
            raise ProjectError(
                'sigma: "{kind}" is not a kind of width. Write relative:0.25 or fixed:5.', kind=self.kind
            )
        if not (_is_number(self.value) and 0 < self.value <= 1000):
            raise ProjectError(
                "sigma: {value} is not a width between 0 and 1000. Write relative:0.25 or fixed:5.",
                value=repr(self.value),
            )

    @classmethod
    def parse(cls, text: str) -> Sigma:
        """Parse the width of Gaussians, such as `relative:0.25` or `fixed:5`.

        Raises
        ------
        ProjectError
            If the text is neither, or the width is not between 0 and 1000.
        """
        kind, _, value = text.partition(":")
        try:
            return cls(kind, float(value))  # type: ignore[arg-type]  # __post_init__ judges it
        except ValueError as error:
            raise ProjectError('sigma: "{text}" is not a width. Write relative:0.25 or fixed:5.', text=text) from error

    def __str__(self) -> str:
        return f"{self.kind}:{self.value!r}"  # repr: every digit, so that parse gives the same number


@dataclass(frozen=True, slots=True)
class MapSpec:
    """The parameters with which a label becomes its three target maps."""

    height: int = 64
    """Height of the network's input in pixels, divisible by 32. The image is resized to it."""
    width: int = 256
    """Width of the network's input in pixels, divisible by 32. The image is resized to it."""
    stride: int = 1
    """Number of input pixels a map pixel, along both axes."""
    max_length: int = 30
    """Most characters a word may have. The order map has the channels 0 (none) to `max_length`."""
    orientation: Orientation = "auto"
    """The turn before the resize.

    `vertical` turns the image 90° counter-clockwise first, `auto` does if the image is taller than 1.5 × its width."""
    shrink: float = 0.5
    """Ratio r of the area formula that shrinks a polygon P to P′ (PSENet, Wang et al. 2019, eq. 3), in (0, 1]."""
    sigma: Sigma = Sigma()
    """Width of the Gaussians."""
    threshold: float = 0.5
    """Threshold ζ of Wan et al. 2020, in (0, 1): the order map holds k if the largest Ŷ_k exceeds it."""
    keep_aspect: bool = False
    """True to keep the image's aspect ratio and pad at the right and the bottom, instead of resizing both axes
    freely."""
    padding: float | None = None
    """Least width by height of the image, after the turn and before the resize.

    The sides of narrower images are repeated until they have it: the resize would make a lone letter several times as
    wide as any letter of a word. None: they are stretched. A model's spec has it, a project's maps do not."""

    def __post_init__(self) -> None:
        rules = (
            ("height", _is_size(self.height), Sentence("a whole number divisible by 32, 32 to 4096")),
            ("width", _is_size(self.width), Sentence("a whole number divisible by 32, 32 to 4096")),
            ("stride", _is_int(self.stride) and self.stride in (1, 2, 4), Sentence("1, 2 or 4")),
            (
                "max_length",
                _is_int(self.max_length) and 1 <= self.max_length <= 1000,
                Sentence("a whole number, 1 to 1000"),
            ),
            (
                "orientation",
                self.orientation in ("auto", "horizontal", "vertical"),
                Sentence("auto, horizontal or vertical"),
            ),
            ("shrink", _is_number(self.shrink) and 0 < self.shrink <= 1, Sentence("a number over 0, up to 1")),
            ("sigma", isinstance(self.sigma, Sigma), Sentence("relative:0.25 or fixed:5")),
            ("threshold", _is_number(self.threshold) and 0 < self.threshold < 1, Sentence("a number between 0 and 1")),
            ("keep_aspect", isinstance(self.keep_aspect, bool), Sentence("true or false")),
            (
                "padding",
                self.padding is None or (_is_number(self.padding) and 0 < self.padding <= WIDEST_PADDING),
                Sentence("a ratio of width by height over 0, up to 16"),
            ),
        )
        for name, holds, allowed in rules:
            if not holds:
                raise ProjectError(
                    "maps: {name} is {value}; it has to be {allowed}.",
                    name=name,
                    value=repr(getattr(self, name)),
                    allowed=allowed,
                )

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> MapSpec:
        """Read the object `maps` of `textscanner.json`, ignoring foreign keys.

        Raises
        ------
        ProjectError
            If a value is of the wrong type or out of bounds.
        """
        ours = {field.name: values[field.name] for field in fields(cls) if field.name in values}
        if "sigma" in ours:
            if not isinstance(ours["sigma"], str):
                raise ProjectError(
                    "maps: sigma is {value}; it has to be relative:0.25 or fixed:5.", value=repr(ours["sigma"])
                )
            ours["sigma"] = Sigma.parse(ours["sigma"])
        return cls(**ours)

    def to_dict(self) -> dict[str, Any]:
        """Return the object `maps` for `textscanner.json`."""
        values = asdict(self) | {"sigma": str(self.sigma)}
        if self.padding is None:  # files without padding stay as they are
            del values["padding"]
        return values

    def with_(self, **changes: Any) -> MapSpec:
        """Return a copy with some values changed."""
        return replace(self, **changes)

    @property
    def map_size(self) -> tuple[int, int]:
        """The (h, w) of the maps in map pixels."""
        return self.height // self.stride, self.width // self.stride

    def is_turned(self, image_size: tuple[int, int]) -> bool:
        """Return True if an image of (height, width) is turned 90° counter-clockwise before resizing."""
        height, width = image_size
        return self.orientation == "vertical" or (self.orientation == "auto" and height > VERTICAL_RATIO * width)

    def turned_size(self, image_size: tuple[int, int]) -> tuple[int, int]:
        """Return the (height, width) of an image after the turn."""
        return image_size[::-1] if self.is_turned(image_size) else image_size

    def rims(self, image_size: tuple[int, int]) -> tuple[int, int]:
        """Return how many pixels the turned image gets at its left and its right by repeating its rim."""
        height, width = self.turned_size(image_size)
        missing = 0 if self.padding is None else max(0, math.ceil(self.padding * height) - width)
        return missing // 2, missing - missing // 2

    def content_size(self, image_size: tuple[int, int]) -> tuple[int, int]:
        """Return the (height, width) of the padded and resized image, in input pixels.

        With `keep_aspect` the rest of the input is empty.
        """
        if not self.keep_aspect:
            return self.height, self.width
        height, width = self.turned_size(image_size)
        width += sum(self.rims(image_size))
        scale = min(self.height / height, self.width / width)
        return max(1, round(height * scale)), max(1, round(width * scale))

    def image_box(self, image_size: tuple[int, int]) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom) of the image itself without its padding, in input pixels."""
        height, width = self.content_size(image_size)
        left, right = self.rims(image_size)
        scale = width / (self.turned_size(image_size)[1] + left + right)
        return left * scale, 0.0, width - right * scale, float(height)

    def image_columns(self, image_size: tuple[int, int]) -> slice:
        """Return the columns of a map that show the image, including those that its sides cut."""
        if self.rims(image_size) == (0, 0):
            return slice(0, self.map_size[1])
        left, _, right, _ = self.image_box(image_size)
        return slice(math.floor(left / self.stride), math.ceil(right / self.stride))

    def to_input(self, image_size: tuple[int, int]) -> NDArray[np.float64]:
        """Return the affine matrix, (2, 3), from pixels of an image of (height, width) to resized input pixels."""
        return _to_input(self, image_size)

    def to_image(self, image_size: tuple[int, int]) -> NDArray[np.float64]:
        """Return the affine matrix, (2, 3), from resized input pixels back to image pixels."""
        return _to_image(self, image_size)


@lru_cache(maxsize=4096)
def _to_input(spec: MapSpec, image_size: tuple[int, int]) -> NDArray[np.float64]:
    height, width = image_size
    content_height, content_width = spec.content_size(image_size)
    left, right = spec.rims(image_size)
    if spec.is_turned(image_size):
        # (x, y) of a (height, width) image is at (y, width - x) of the (width, height) one that it is turned into
        sx, sy = content_width / (height + left + right), content_height / width
        matrix = np.array([[0.0, sx, sx * left], [-sy, 0.0, sy * width]])
    else:
        sx, sy = content_width / (width + left + right), content_height / height
        matrix = np.array([[sx, 0.0, sx * left], [0.0, sy, 0.0]])
    matrix.setflags(write=False)
    return matrix


@lru_cache(maxsize=4096)
def _to_image(spec: MapSpec, image_size: tuple[int, int]) -> NDArray[np.float64]:
    matrix = _to_input(spec, image_size)
    linear = np.linalg.inv(matrix[:, :2])
    inverse = np.column_stack([linear, -linear @ matrix[:, 2]])
    inverse.setflags(write=False)
    return inverse
