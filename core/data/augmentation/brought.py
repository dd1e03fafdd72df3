"""Calls the changes of training images that plug-ins bring, and checks what they return."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.errors import PluginError, Sentence
from core.base.plugins.active import Plugins, plugins
from core.data.augmentation.augmentation import PRESETS, Augmentation
from core.labels.label import WordLabel

Changed = tuple[NDArray[np.uint8], WordLabel]


@dataclass(frozen=True, slots=True)
class BroughtChange:
    """Changes of training images by a plug-in, as plain data, because samples are prepared in other processes, too."""

    part: str
    """The id of the plug-in's part."""
    plugin: str
    """The id of the plug-in."""
    at: str
    """The function, as "package.module:function"."""

    def changed(
        self, image: NDArray[np.uint8], label: WordLabel, rng: np.random.Generator, on: Plugins | None = None
    ) -> Changed:
        """Return an image and its label as the plug-in changes them. `on`: the plug-ins of this process by default.

        Raises
        ------
        PluginError
            If the plug-in is off, or fails, or returns anything else; then it is off from now on.
        """
        on = plugins() if on is None else on
        plugin = on.bringing("augmentations", self.part)
        if plugin is None:
            raise _is_off(self.part, on, self.plugin)
        function = on.load(plugin, self.at)
        with on.using(plugin):
            return _checked(function(image.copy(), label, rng), label)


def changes_of(name: str, on: Plugins | None = None) -> tuple[Augmentation, BroughtChange | None]:
    """Return the program's own changes for a value of the choice `augmentation`, and those of a plug-in after them.

    `on`: the plug-ins of this process by default.

    Raises
    ------
    PluginError
        If the plug-in is off, or its function cannot be loaded.
    """
    if name in PRESETS:
        return PRESETS[name], None
    on = plugins() if on is None else on
    plugin = on.bringing("augmentations", name)
    if plugin is None:
        raise _is_off(name, on)
    part = next(part for part in plugin.augmentations if part.id == name)
    on.load(plugin, part.at)  # a function that is missing ends a training before its first step
    return PRESETS[part.like], BroughtChange(part.id, plugin.id, part.at)


def _is_off(name: str, on: Plugins, plugin: str = "") -> PluginError:
    if plugin in on.failures:
        return PluginError(on.failures[plugin])
    return PluginError(
        'augmentation: the plug-in that brings "{name}" is off. Switch it on in Settings › Plug-ins.', name=name
    )


def _checked(changed: object, before: WordLabel) -> Changed:
    if not isinstance(changed, tuple) or len(changed) != 2:
        raise TypeError(Sentence("its changes of images return no pair of an image and a label"))
    image, label = changed
    is_picture = isinstance(image, np.ndarray) and image.dtype == np.uint8
    if not is_picture or image.ndim != 3 or image.shape[2] != 3 or not image.size:
        raise TypeError(Sentence("its changes of images return no picture (height, width, 3) of uint8"))
    if not isinstance(label, WordLabel):
        raise TypeError(Sentence("its changes of images return no WordLabel"))
    if (label.word, label.reading) != (before.word, before.reading):
        raise ValueError(
            Sentence(
                'its changes of images make "{after}" of the label "{before}"',
                before=before.word,
                after=label.word if label.word != before.word else label.reading,
            )
        )
    return np.ascontiguousarray(image), label
