"""Computes the terms of the loss that plug-ins bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import keras
from keras import ops

from core.base.errors import PluginError, Sentence
from core.base.plugins.active import Plugins, plugins
from core.model.network.blocks import Tensor


def brought_term(
    name: str,
    outputs: Mapping[str, Tensor],
    batch: Mapping[str, Any],
    total: Callable[[Tensor], Tensor],
    on: Plugins | None = None,
) -> Tensor:
    """Compute the term of a plug-in, a scalar float32, by the term's id.

    Parameters
    ----------
    outputs, batch, total
        As `core.model.network.losses.compute_loss` takes them.
    on : Plugins or None
        None: the plug-ins of this process.

    Raises
    ------
    PluginError
        If the plug-in is off, or fails, or returns anything else; then it is off from now on.
    """
    on = plugins() if on is None else on
    plugin = on.bringing("loss_terms", name)
    if plugin is None:
        raise PluginError(
            'loss.term: the plug-in that brings "{name}" is off. Switch it on in Settings › Plug-ins.', name=name
        )
    function = on.load(plugin, next(part.at for part in plugin.loss_terms if part.id == name))
    with on.using(plugin):
        term = ops.convert_to_tensor(
            function({key: ops.cast(value, "float32") for key, value in outputs.items()}, batch, total)
        )
        if len(term.shape) or not keras.backend.is_float_dtype(keras.backend.standardize_dtype(term.dtype)):
            raise TypeError(Sentence("its loss term is no single number"))
        return ops.cast(term, "float32")
