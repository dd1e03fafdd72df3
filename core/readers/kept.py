"""Keeps the recognisers that a person added: copies of the files with their cards, in the configuration folder.

None is kept in a project, because no project may bring or name a model.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, get_args

from core.base.errors import DAMAGED, Damaged, ModelError, Sentence, StudioError, reason_of
from core.base.files import make_folder, write_atomically
from core.base.folders import settings_folder
from core.base.json_text import read_json
from core.readers.graph_process import GraphFile
from core.readers.recogniser import (
    MOST_SYMBOLS,
    Blank,
    CtcRecogniser,
    pictures_from_dict,
    pictures_to_dict,
)

CARD = "reader.json"
"""The file that describes a kept recogniser."""

MODEL = "model.onnx"

_SCHEMA = 1
_NAME = re.compile(r"[^\W_][\w.-]{0,59}")
_RESERVED = frozenset({"reader", "reader-zh", "tesseract", "add", "remove", "none", "con", "nul", "aux", "prn"})


def kept_folder() -> Path:
    """Return the folder of the recognisers that this person has added, which need not exist."""
    return settings_folder() / "readers"


def check_name(name: str) -> None:
    """Raise ModelError for a name that a folder cannot have or that has another meaning."""
    if not _NAME.fullmatch(name) or name.endswith(".") or name.casefold() in _RESERVED:
        raise ModelError(
            '"{name}" cannot be the name of a reader. Take letters, digits, ".", "-" and "_", at most 60.', name=name
        )


def keep_recogniser(recogniser: CtcRecogniser, file: GraphFile, folder: Path | None = None) -> CtcRecogniser:
    """Copy a recogniser's file into the folder under the recogniser's name, and return the copy's recogniser.

    `folder` is the folder of all kept recognisers. Nothing stays half written.

    Raises
    ------
    ModelError
        If the name is taken or not allowed.
    FileWriteError
        If the copy cannot be written.
    """
    check_name(recogniser.name)
    folder = folder or kept_folder()
    home = folder / recogniser.name
    taken = {path.name.casefold() for path in folder.iterdir()} if folder.is_dir() else set()
    if recogniser.name.casefold() in taken:
        raise ModelError(
            "{name}: there is a reader of this name already. Remove it first, or take another name.",
            name=recogniser.name,
        )
    make_folder(home)
    card = {
        "schema": _SCHEMA,
        "name": recogniser.name,
        "hash": file.hash,
        "source": str(recogniser.source),
        "blank": recogniser.blank,
        "pictures": pictures_to_dict(recogniser.pictures),
        "symbols": list(recogniser.symbols),
    }
    try:
        write_atomically(home / MODEL, file.data)
        write_atomically(home / CARD, (json.dumps(card, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    except BaseException:
        shutil.rmtree(home, ignore_errors=True)
        raise
    return _recogniser(home)


def remove_recogniser(name: str, folder: Path | None = None) -> None:
    """Delete a kept recogniser with its card.

    Raises
    ------
    ModelError
        If there is no such recogniser, or it cannot be deleted.
    """
    home = (folder or kept_folder()) / name
    if not _NAME.fullmatch(name) or not (home / CARD).is_file():
        raise ModelError("{name}: no such reader has been added. `textscanner readers` lists them.", name=name)
    try:
        shutil.rmtree(home)
    except OSError as error:
        raise ModelError("{name}: cannot be deleted ({why}).", name=name, why=reason_of(error)) from error


def kept_recognisers(folder: Path | None = None) -> tuple[dict[str, CtcRecogniser], dict[str, str]]:
    """Return the kept recognisers, and a sentence for each unusable one, both by name."""
    recognisers: dict[str, CtcRecogniser] = {}
    problems: dict[str, str] = {}
    try:
        homes = sorted(path for path in (folder or kept_folder()).iterdir() if (path / CARD).exists())
    except FileNotFoundError:
        return recognisers, problems
    except OSError as error:
        return recognisers, {"readers": Sentence("{folder}: {why}.", folder=kept_folder(), why=reason_of(error))}
    for home in homes:
        try:
            recognisers[home.name] = _recogniser(home)
        except (*DAMAGED, StudioError) as error:
            problems[home.name] = Sentence(
                "{name}: its card {card} cannot be read ({why}). Remove this reader and add it again.",
                name=home.name,
                card=CARD,
                why=reason_of(error),
            )
    return recognisers, problems


def _recogniser(home: Path) -> CtcRecogniser:
    card: Any = read_json(home / CARD)
    if card["schema"] != _SCHEMA:
        raise Damaged("a newer version of the program has written it")
    symbols = tuple(card["symbols"])
    if not all(isinstance(symbol, str) for symbol in symbols) or not 0 < len(symbols) <= MOST_SYMBOLS:
        raise Damaged("its symbols are not a list of texts, or there are none or too many")
    if card["blank"] not in get_args(Blank) or not re.fullmatch("[0-9a-f]{64}", card["hash"]):
        raise Damaged("a value in it is wrong")
    pictures = pictures_from_dict(card["pictures"])
    return CtcRecogniser(
        home.name,
        home / MODEL,
        symbols,
        pictures,
        blank=card["blank"],
        source=str(card["source"]),
        hash=card["hash"],
    )
