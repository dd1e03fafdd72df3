"""Lists the values of those choices of a training to which plug-ins add, and checks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from core.base.errors import Sentence
from core.base.phrases import listed
from core.base.plugins.active import plugins
from core.base.plugins.plugin import OwnChanges

OWN_CHANGES: tuple[OwnChanges, ...] = get_args(OwnChanges)


def augmentations() -> Mapping[str, str]:
    """Return the values of the choice `augmentation`, with a title for each that a plug-in brings, and "" for ours."""
    return {**dict.fromkeys(OWN_CHANGES, ""), **_brought("augmentations", OWN_CHANGES)}


def loss_terms() -> Mapping[str, str]:
    """Return the values of the choice `loss.term`, with the titles that plug-ins give them. "" is none."""
    return {"": "", **_brought("loss_terms", ("",))}


def _brought(kind: str, own: Iterable[str]) -> dict[str, str]:
    return {part.id: part.title for _, part in plugins().parts(kind, tuple(own))}


def one_of(names: Callable[[], Iterable[str]]) -> Callable[[str], str]:
    """Return a validator that passes a name on, or raises ValueError with the names that there are."""

    def known(name: str) -> str:
        if name not in (there := [*names()]):
            if not any(there):
                raise ValueError(Sentence("switch on the plug-in that brings it, or leave it out"))
            choices = listed(filter(None, there))
            raise ValueError(
                Sentence("choose one of {choices}, or switch on the plug-in that brings it", choices=choices)
            )
        return name

    return known


def listing(names: Callable[[], Iterable[str]]) -> Callable[[dict[str, Any]], None]:
    """Return a function that writes the names into a JSON schema as the allowed values."""

    def write(schema: dict[str, Any]) -> None:
        schema["enum"] = [*names()]

    return write
