"""Makes a new model from an existing one, with other symbols or with weights from a file, and writes its card."""

from __future__ import annotations

import hashlib
from pathlib import Path

import keras

from core.base.errors import ModelError, StudioError
from core.base.files import remove_file, write_atomically
from core.base.phrases import number_of
from core.base.progress import Progress, ignore_news
from core.charset import shown_symbol
from core.model.network.saving import Recogniser, build_recogniser, save_model
from core.model.network.surgery import (
    channel_pairs,
    start_new_symbols,
    take_over,
    transfer,
    values_of,
    weights_by_layer,
)
from core.model.network.transferred import SymbolChange, Transfer
from core.model.using.opening import open_recogniser
from core.plugins.adapting.job import Adapted, AdaptJob, card_of
from core.plugins.adapting.weight_files import read_weights, refuse_existing
from core.runs.model_ref import model_ref
from core.runs.spec import NetworkSpec

_SEED = 0  # the same model and choices give the same new model


def adapt_model(job: AdaptJob, progress: Progress = ignore_news) -> Adapted:
    """Adapt the model that the job names, as `adapt` does.

    Raises
    ------
    ModelError
        If the model cannot be used, and as `adapt`.
    CharsetError, FileWriteError
        As `adapt`.
    """
    return adapt(open_recogniser(job.model), job)


def adapt(recogniser: Recogniser, job: AdaptJob) -> Adapted:
    """Rebuild a network if other symbols are wanted, and copy the weights from a file into it.

    Parameters
    ----------
    recogniser : Recogniser
        The model; it is changed if the symbols stay.
    job : AdaptJob
        The choices.

    Raises
    ------
    ModelError
        If nothing is to change, there is such a file already, a file of weights cannot be used or fits nowhere, or a
        backbone is wanted of it that is not the network's.
    CharsetError
        If the charset is empty.
    FileWriteError
        If the new model cannot be written.
    """
    name = model_ref(job.model).name
    if job.charset is None and job.weights is None:
        raise ModelError("{name}: there is nothing to change. Name a charset, or a file of weights.", name=name)
    if job.out is not None:
        refuse_existing(job.out)
        refuse_existing(card_of(job.out))
    spec = recogniser.spec if job.charset is None else recogniser.spec.with_(charset=job.charset)
    identity, symbols = _identity(recogniser), SymbolChange.of(recogniser.spec.charset, spec.charset)
    made, own = recogniser, Transfer(tuple(weights_by_layer(recogniser.network)), (), ())
    if spec != recogniser.spec:
        keras.utils.set_random_seed(_SEED)
        made = build_recogniser(spec)
        own = transfer(recogniser, made.network, spec)
        start_new_symbols(made.network, spec, symbols)
    given = None if job.weights is None else _given(job, job.weights, made.network, spec)
    card = _card(job, made, symbols, given, identity)
    if job.out is not None:
        _write(job.out, made, card)
    return Adapted(job.out, symbols, own, given, card)


def _given(job: AdaptJob, file: Path, built: keras.Model, spec: NetworkSpec) -> Transfer:
    values, theirs = read_weights(file, built, job.names)
    given = take_over(values, built, None if theirs is None else channel_pairs(theirs, spec), job.layers)
    first, reason = given.skipped[0] if given.skipped else ("", "")
    if given.skipped and job.layers == "backbone":
        raise ModelError(
            "{name}: the weights do not fit the backbone “{backbone}” ({layer}: {reason}). Choose weights of the "
            "same backbone.",
            name=file.name,
            backbone=spec.sizes.backbone,
            layer=first,
            reason=reason,
        )
    if given.is_empty:
        raise ModelError(
            "{name}: none of its weights fits the model ({layer}: {reason}). Choose another file, or name its layers.",
            name=file.name,
            layer=first,
            reason=reason,
        )
    return given


def _write(out: Path, made: Recogniser, card: str) -> None:
    """Write the card and the model, or neither."""
    write_atomically(card_of(out), card.encode())
    try:
        save_model(out, made)
    except StudioError:
        remove_file(card_of(out))
        raise


def _identity(recogniser: Recogniser) -> str:
    """A hash of a network's weights, whatever file or checkpoint they come from."""
    digest = hashlib.blake2b(digest_size=8)
    for name, value in values_of(recogniser.network).items():
        digest.update(name.encode())
        digest.update(value.tobytes())
    return digest.hexdigest()


def _card(job: AdaptJob, made: Recogniser, symbols: SymbolChange, given: Transfer | None, of: str) -> str:
    spec, maps = made.spec, made.spec.maps
    name = "Preview" if job.out is None else job.out.stem
    parts = [
        f"# {name}",
        f"Made of {model_ref(job.model).name} (weights {of}) by `textscanner adapt`; that model stays as it was. "
        f"Preset {spec.preset}, {made.network.count_params():,} parameters, images of {maps.height} × {maps.width} "
        f"pixels, up to {maps.max_length} characters.",
        "## Symbols",
        f"Reads {number_of(len(spec.charset), 'symbol', 'symbols')}.",
        f"- Stay, with all that was learned of them: {_listed(symbols.kept)}",
        f"- New, still to be learned: {_listed(symbols.new)}",
        f"- No longer read: {_listed(symbols.dropped)}",
    ]
    if given is not None and job.weights is not None:
        parts += [
            "## Weights",
            f"From {model_ref(job.weights).name}, layers: {job.layers}.",
            f"- Taken over whole: {len(given.copied)} layers",
            f"- In part, by symbol or position: {', '.join(given.partly) or 'none'}",
            *(f"- Not taken over: {layer}, {reason}" for layer, reason in given.skipped),
            *(f"- In the file, but not in the model: {weight}" for weight in given.unused),
        ]
    if symbols.new or given is not None:
        file = "NEW.keras" if job.out is None else job.out.name
        command = f"textscanner train FOLDER --run DIR --preset {spec.preset} --start {file}"
        parts += ["## Next", f"Train it before it is used: `{command}`."]
    return "\n".join(f"\n{part}\n" if part.startswith("#") else part for part in parts).strip() + "\n"


def _listed(symbols: tuple[str, ...]) -> str:
    return f"{len(symbols)}: {' '.join(map(shown_symbol, symbols))}" if symbols else "none"
