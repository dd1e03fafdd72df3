"""The specification of a network, its presets, and the constants of the loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from core.base.errors import CharsetError, ModelError, ProjectError, Sentence
from core.base.phrases import listed
from core.base.plugins.active import plugins
from core.base.plugins.listing import why_missing
from core.base.plugins.plugin import PixelScale
from core.charset import Charset
from core.labels.maps.decoding import L_SCORE
from core.labels.maps.spec import MapSpec

SCHEMA = 1  # version of the description inside a model file; a file of a higher version is refused

PresetName = str
"""A key of `presets`: "small", "reader", "wide", "paper", or a network of a plug-in."""
UNKNOWN_UNITS = 96  # of a network that learns words with a symbol outside the charset
MOST_UNKNOWN_UNITS = 1024
LossKind = Literal["balanced", "paper", "foreground", "order-map", "plain"]


@dataclass(frozen=True, slots=True)
class LossWeights:
    """The kind of loss and its constants, from the paper as far as they are known (docs/paper.md)."""

    localization: float = 10.0
    """The weight of L_l."""
    order: float = 10.0
    """The weight of L_o."""
    character: float = 1.0
    """The weight of L_s."""
    mutual_share: float = 0.2
    """The weight λ of the character map's part of the mutual loss."""
    agreement: float = 2.0
    """The power γ of the shares Φ of characters that the other branch has found."""
    confidence: float = 0.2
    """The least Q, ε, of a pixel that takes part in mutual supervision."""
    delta: float = 1.0
    """The deviation δ of Q above which deviations count linearly in L_l."""
    kind: LossKind = "balanced"
    """The kind. balanced: L_s and L_o give background and foreground half of the weight each. The others are Wan et
    al.'s ways: foreground leaves pixels outside all P′ out of L_s, order-map takes L_o on H = Q·S against Z, plain
    takes plain means, and paper is all three."""
    term: str = ""
    """The id of a plug-in's term that is added. Empty: none."""
    term_weight: float = 1.0
    """The weight of that term."""

    def takes(self, way: LossKind) -> bool:
        """Return True if the loss follows the paper in one way: foreground, order-map or plain."""
        return self.kind in ("paper", way)


PAPER_RATE = 1e-3
"""First learning rate of Wan et al. 2020, whose last one is a hundredth of it."""

PAPER_OPTIMIZER: Mapping[str, Any] = MappingProxyType(
    {"decay": "steps", "final_rate": 0.01, "warmup": 0, "weight_decay": 0.0, "ema": 0.0}
)
"""Choices of a training that go with the paper's loss if nobody has chosen: Adam, 10⁻³, 10⁻⁴, 10⁻⁵, and no average."""

PAPER_PRETRAINING = 5 / 6
"""Share of the steps before λ_m is 1: five of six epochs in the paper."""


def paper_choices(steps: int) -> dict[str, Any]:
    """Return the choices of a training of `steps` steps that go with the paper's loss."""
    return dict(PAPER_OPTIMIZER) | {"mutual_start": round(PAPER_PRETRAINING * steps)}


@dataclass(frozen=True, slots=True)
class Preset:
    """The sizes of a network's layers, by part."""

    backbone: str
    """A backbone of `core.model.network.backbones`, or the id of that of a plug-in."""
    stride: int
    """Input pixels a map pixel, unless the project sets another stride."""
    decoder: Mapping[int, int]
    """Channels of the FCN decoder at each stride along the height."""
    character: int
    """Channels of the class branch's 3×3 convolution."""
    localization: int
    """Channels of the 3×3 convolution before Q."""
    order: tuple[int, int, int]
    """Channels of the order segmentation's three stride-2 convolutions (16, 32, 64 in Wan et al. 2020, fig. 3)."""
    order_head: int
    """Channels of the first of the order branch's two last convolutions."""
    order_strides: tuple[tuple[int, int], tuple[int, int], tuple[int, int]] = ((2, 2), (2, 2), (2, 2))
    """Strides of these convolutions along height and width. The GRU takes one step for each p map pixels of the width,
    with p the product of the second numbers."""
    scaling: PixelScale = "symmetric"
    """The scale of the pixels for the backbone."""
    plugin: str = ""
    """The id of the plug-in that brings the backbone. Empty for one of ours."""
    title: str = ""
    """The title of a plug-in's backbone."""
    like: str = ""
    """The preset whose other sizes and usual choices of a training a plug-in's backbone has."""


PRESETS: Mapping[str, Preset] = {
    # 64 channels at stride 4; a map pixel of stride 2 is four times as many, so it gets half as many channels.
    "small": Preset(
        "small",
        4,
        {16: 64, 8: 64, 4: 64, 2: 32},
        character=64,
        localization=32,
        order=(32, 48, 64),
        order_head=32,
    ),
    # The decoder's strides are those of the height: along the width nothing is coarser than 8 pixels.
    "reader": Preset(
        "reader",
        4,
        {32: 96, 16: 64, 8: 64, 4: 48, 2: 32},
        character=64,
        localization=32,
        order=(48, 64, 128),
        order_head=48,
        order_strides=((2, 2), (2, 1), (2, 1)),
        scaling="contrast",
    ),
    # Thousands of symbols need more features; nearly all of its work is the last product, with C columns.
    "wide": Preset(
        "reader",
        4,
        {32: 128, 16: 96, 8: 96, 4: 80, 2: 48},
        character=96,
        localization=32,
        order=(48, 64, 128),
        order_head=48,
        order_strides=((2, 2), (2, 1), (2, 1)),
        scaling="contrast",
    ),
    "paper": Preset(
        "resnet50",
        2,
        {32: 128, 16: 128, 8: 128, 4: 128, 2: 128},
        character=128,
        localization=64,
        order=(16, 32, 64),
        order_head=64,
        scaling="caffe",
    ),
}
"""The presets by name.

`small` trains on a CPU in minutes, `reader` in hours and reads words of streets, `wide` those of thousands of symbols;
`paper` has the sizes that Wan et al. 2020 give, and our own sizes if they give none.
"""


def presets() -> Mapping[str, Preset]:
    """Return all networks by name: `PRESETS`, and those whose backbone is from a plug-in that is on."""
    brought = {
        part.id: replace(
            PRESETS[part.like],
            backbone=part.id,
            scaling=part.scaling,
            plugin=plugin.id,
            title=part.title,
            like=part.like,
        )
        for plugin, part in plugins().parts("backbones", PRESETS)
    }
    return {**PRESETS, **brought}


def usual_of(preset: PresetName) -> PresetName:
    """Return the preset whose usual training choices suit a network: its own, or the one that a plug-in's is like."""
    return presets()[preset].like or preset


def unknown_preset(preset: object) -> Sentence:
    """Return the sentence for a name that no network has."""
    return Sentence(
        'preset: "{preset}" is not known. Choose one of {choices}, or switch on the plug-in that provides it.',
        preset=preset,
        choices=listed(presets()),
    )


class MissingNetworkError(ModelError):
    """Raised if a model has a backbone from a plug-in that is not on here."""


def require_plugin(values: Mapping[str, Any]) -> None:
    """Raise MissingNetworkError if a model's description names a plug-in that is not on here.

    `values`: as `NetworkSpec.to_dict` writes them. A model file comes from anywhere: it never switches a plug-in on,
    and names no code.
    """
    plugin = values.get("plugin")
    if not isinstance(plugin, Mapping) or values.get("preset") in presets():
        return
    raise MissingNetworkError(
        'its backbone is "{backbone}". {why}',
        backbone=values.get("preset"),
        why=why_missing(str(plugin.get("id")), str(plugin.get("version", ""))),
    )


STRIDES = (2, 4)  # the strides that a network can predict


@dataclass(frozen=True, slots=True)
class NetworkSpec:
    """The specification of a network: all that a caller needs to prepare its input and to read its output.

    Raises CharsetError if the charset is empty, or a symbol is not one code point in NFC, or occurs twice. Raises
    ModelError if another value is out of bounds.
    """

    preset: PresetName
    """The name of the network's architecture, which decides backbone and heads."""
    charset: tuple[str, ...]
    """The symbols, with id i + 1 for `charset[i]`."""
    maps: MapSpec
    """Geometry of input and maps. Its stride, 2 or 4, is the network's."""
    padding: int = 0
    """Grey value, 0 to 255, of the input pixels that a resized image leaves empty (`maps.keep_aspect`)."""
    unknown_units: int = 0
    """Channels of the layers before the map U, which tells symbols outside the charset. 0: there is no such map."""
    score_threshold: float = L_SCORE
    """The least presence at which a character is read, L_score."""
    language: str = field(default="", compare=False)
    """The language whose spelling a reading may take into account (`core.model.using.language_model`). Empty for none.
    Networks that differ only in their language are equal."""

    def __post_init__(self) -> None:
        if self.preset not in presets():
            raise ModelError(unknown_preset(self.preset))
        if not Charset(tuple(self.charset)).symbols:
            raise CharsetError("charset: no symbol in it, so there is nothing to read. Add symbols.")
        if self.maps.stride not in STRIDES:
            raise ModelError(
                "maps: stride is {stride}; a network predicts maps of stride 2 or 4. Set stride to 2 or 4.",
                stride=self.maps.stride,
            )
        if type(self.padding) is not int or not 0 <= self.padding <= 255:  # True is an int too
            raise ModelError(
                "padding: {padding} is not a grey value. Give a whole number, 0 to 255.", padding=repr(self.padding)
            )
        if type(self.unknown_units) is not int or not 0 <= self.unknown_units <= MOST_UNKNOWN_UNITS:
            raise ModelError(
                "unknown_units: {units} is no number of channels. Give a whole number, 0 to {most}.",
                units=repr(self.unknown_units),
                most=MOST_UNKNOWN_UNITS,
            )
        if not 0 < self.score_threshold <= 1:
            raise ModelError(
                "score_threshold: {threshold} is not a presence. Give a number over 0, up to 1.",
                threshold=repr(self.score_threshold),
            )

    @classmethod
    def of(cls, preset: PresetName, charset: Charset, maps: MapSpec, **options: Any) -> NetworkSpec:
        """Return the spec of a preset, at the preset's own stride.

        `maps`: the project's; the stride is replaced, because a project's maps are shown at stride 1 by default.
        `options`: `padding`, `unknown_units`, `score_threshold`, `language`.

        Raises
        ------
        ModelError
            If there is no such preset, or the plug-in that brings it is off.
        """
        if preset not in presets():
            raise ModelError(unknown_preset(preset))
        return cls(preset, charset.symbols, maps.with_(stride=presets()[preset].stride), **options)

    @property
    def sizes(self) -> Preset:
        """The sizes that the preset gives the network."""
        return presets()[self.preset]

    def with_(self, **changes: Any) -> NetworkSpec:
        """Return a copy with some values changed."""
        return replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """Return the spec as plain JSON for a model file, with the schema's version.

        A network with the backbone of a plug-in names that and its version, under "plugin".
        """
        plugin = self.sizes.plugin
        origin = {"plugin": {"id": plugin, "version": plugins().version_of(plugin)}} if plugin else {}
        return (
            {
                "schema": SCHEMA,
                "preset": self.preset,
                "charset": "".join(self.charset),  # one code point each
                "maps": self.maps.to_dict(),
                "padding": self.padding,
                "score_threshold": self.score_threshold,
            }
            | ({"unknown_units": self.unknown_units} if self.unknown_units else {})
            | ({"language": self.language} if self.language else {})
            | origin
        )

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> NetworkSpec:
        """Return the spec from the output of `to_dict`, ignoring foreign keys.

        Raises
        ------
        MissingNetworkError
            If the network has the backbone of a plug-in that is not on.
        ModelError
            If the schema is newer, or a value is missing or out of bounds.
        """
        schema = values.get("schema")
        if not isinstance(schema, int) or schema < 1:
            raise ModelError("description: its schema is missing. Use a model file that this program wrote.")
        if schema > SCHEMA:
            raise ModelError(
                "description: it has schema {schema}, but this version reads up to {known}. Update TextScanner Studio.",
                schema=schema,
                known=SCHEMA,
            )
        require_plugin(values)
        try:
            return cls(
                preset=values["preset"],
                charset=tuple(values["charset"]),
                maps=MapSpec.from_dict(values["maps"]),
                padding=values["padding"],
                unknown_units=values.get("unknown_units", 0),
                score_threshold=float(values["score_threshold"]),
                language=str(values.get("language", "")),
            )
        except KeyError as error:
            raise ModelError(
                "description: {error} is missing. Use a model file that this program wrote.", error=error
            ) from error
        except (AttributeError, TypeError, ValueError, CharsetError, ProjectError) as error:
            raise ModelError("description: {error} Use a model file that this program wrote.", error=error) from error
