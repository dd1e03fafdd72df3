"""Writes a demo project: a folder of synthetic word images with labels, some of them wrong on purpose."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from core.base.errors import ProjectError, Sentence, SynthesisError
from core.base.files import make_folder, read_file, remove_file, write_atomically
from core.base.folders import SETTINGS_NAME
from core.base.images import encode_png
from core.base.progress import Progress, ignore_news
from core.charset import Charset
from core.data.drawing.effects import MILD, Effects
from core.data.drawing.fonts import FontFace, bundled, in_folder, of_system
from core.data.drawing.planted_errors import PLANTED_NAME, Planted, plan, plant
from core.data.drawing.scene_effects import SCENE, Scene
from core.data.drawing.style import FolderStyle
from core.data.drawing.surfaces import Surfaces
from core.data.drawing.synthesis import Synthesis, label_of, layout_of, sample, text_of
from core.data.drawing.texts.words import Corpus, read_corpus
from core.data.drawing.unknown.symbols import unknown_symbols, with_faces
from core.labels.files.storage import label_path, serialise_label
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec
from core.project.project import ProjectSettings, Reading, write_settings

MAX_COUNT = 10_000_000

_UNFINISHED = ".demo-unfinished"
"""A file in a project's folder that holds the choices for its words until all of them are there."""

_TOLD = 3  # sentences on files that cannot be used; the others are counted

FIRST_WORDS = 500  # words of the first project (`write_first_demo`)

FIRST_UNLABELLED = 8  # words of the first project that have no label

_FIRST_ERRORS = 0.05
_FIRST_MAPS = MapSpec(height=32, width=128, max_length=8)  # 5 map pixels a symbol at stride 4, as 8 symbols in 256


@dataclass(frozen=True, slots=True)
class Recipe:
    """The words to draw and their look, with remarks from the preparation."""

    config: Synthesis
    """The words and their look, without the symbols in `undrawn`."""
    corpus: Corpus | None
    """The words of the text file that can be used, with the numbers of those passed over. None: no text file was
    named."""
    refused: tuple[str, ...]
    """A sentence for each unusable file in the folders of fonts and surfaces, and for each folder without a usable
    file."""
    borrowed: tuple[str, ...]
    """Symbols that the fonts asked for (matplotlib's, or the folder's) do not have, so that others draw them."""
    folder: Path | None = None
    """Folder of the fonts asked for. None: the fonts that matplotlib ships."""
    undrawn: tuple[str, ...] = ()
    """Symbols that no font has, so that no synthetic word has them."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks for a person, a sentence each."""
        notes = list(self.refused[:_TOLD])
        if len(self.refused) > _TOLD:
            notes.append(
                Sentence("{count:,} more {count:|file|files} cannot be used.", count=len(self.refused) - _TOLD)
            )
        if self.borrowed:
            where = Sentence("the system's fonts")
            if self.folder is not None:
                where = Sentence("other fonts than those in the folder")
            symbols = "".join(self.borrowed[:40])
            notes.append(
                Sentence(
                    "These symbols are drawn with {fonts}, the only fonts that have them: {symbols}",
                    fonts=where,
                    symbols=symbols,
                )
            )
        if self.undrawn:
            symbols = "".join(self.undrawn[:40])
            notes.append(
                Sentence(
                    "No font found has {symbols}, so no synthetic word has them. Name a folder with fonts that have "
                    "these symbols.",
                    symbols=symbols,
                )
            )
        if self.config.own is not None:
            notes.append(
                Sentence(
                    "{share:.0%} of the synthetic words have the form of all texts of the folder: {texts}.",
                    share=self.config.own.share,
                    texts=self.config.own.writing.sentence,
                )
            )
        style = self.config.style
        if style is not None and style.standing:
            notes.append(
                Sentence(
                    "{share:.0%} of the folder's words are read downwards, and about as many of the synthetic words.",
                    share=style.standing / style.words,
                )
            )
        if self.corpus is not None:
            notes.append(str(self.corpus))
        return tuple(notes)


@dataclass(frozen=True, slots=True)
class DemoReport:
    """The result of writing a demo project."""

    folder: Path
    """The folder of the project that was written."""
    images: int
    """Number of word images."""
    characters: int
    """Number of characters in the right labels."""
    planted: tuple[Planted, ...]
    """The planted errors as in `planted.json`, by image."""


def prepare(
    charset: Charset,
    effects: Effects | Scene = MILD,
    length: tuple[int, int] = (3, 8),
    *,
    fonts: Path | None = None,
    corpus: Path | None = None,
    surfaces: Path | None = None,
    kept: Path | None = None,
    style: FolderStyle | None = None,
    unknown: float = 0.0,
    strict: bool = True,
    progress: Progress = ignore_news,
) -> Recipe:
    """Choose fonts and surfaces, and read the corpus.

    Without a folder of fonts, those that matplotlib ships draw all they can, so that the same seed draws the same
    pictures on every machine; only for symbols that they lack, the system's fonts that have them are added. A folder of
    fonts takes the place of matplotlib's, which then come before the system's.

    Parameters
    ----------
    charset, effects, length, style
        See `Synthesis`.
    fonts, surfaces : Path, optional
        Folders of font files, and of photographs for the words of a scene.
    corpus : Path, optional
        A text file.
    kept : Path, optional
        A folder that remembers the facts of the fonts, see `core.data.drawing.fonts.in_folder`.
    unknown : float
        Share of the words of a scene with one symbol outside the charset.
    strict : bool
        Refuse a folder of which nothing can be used, and a symbol that no font has. Else the other fonts and synthetic
        textures serve, words are drawn of the other symbols, and `Recipe.notes` says so.
    progress : Progress
        Called with the font files looked at. A `Staged` one hears of a search that was not made before.

    Raises
    ------
    StudioError
        If a folder or the corpus cannot be used, or no font has a symbol.
    """
    symbols = frozenset(charset)
    foreign = frozenset(unknown_symbols(charset)) if unknown else frozenset[str]()
    refused: list[str] = []
    faces: list[FontFace] = []
    if fonts is not None:
        try:
            search = in_folder(fonts, symbols | foreign, kept, progress)
            faces = list(search.faces)
            refused += search.refused
        except SynthesisError as error:
            _tolerate(error, fonts, strict, refused)
    asked = faces or list(bundled(symbols | foreign))
    borrowed, faces = _lacking(symbols, asked), asked
    sources = (bundled, partial(of_system, kept=kept, progress=progress))
    for source in sources if fonts is not None else sources[1:]:
        lacking = _lacking(symbols, faces)
        if lacking:
            faces += [face for face in source(symbols | foreign) if face.symbols & lacking]
    if fonts is not None and _lacking(foreign, faces):
        faces += [face for face in bundled(symbols | foreign) if face.symbols & foreign and face not in faces]
    undrawn = frozenset[str]() if strict else _lacking(symbols, faces)
    drawn = Charset(tuple(symbol for symbol in charset if symbol not in undrawn)) if undrawn else charset
    words = None if corpus is None else read_corpus(corpus, drawn, length)
    photographs = None
    if surfaces is not None:
        try:
            photographs = Surfaces.of(surfaces)
            refused += photographs.refused
        except SynthesisError as error:
            _tolerate(error, surfaces, strict, refused)
    config = Synthesis(
        charset=drawn,
        fonts=tuple(faces),
        effects=effects,
        length=length,
        words=words.words if words else (),
        surfaces=photographs,
        style=style,
        unknown=with_faces(unknown, drawn, [face.symbols for face in faces]) if unknown else None,
    )
    return Recipe(config, words, tuple(refused), tuple(sorted(borrowed - undrawn)), fonts, tuple(sorted(undrawn)))


def _tolerate(error: SynthesisError, folder: Path, strict: bool, refused: list[str]) -> None:
    """Note that nothing in a folder can be used, or raise the error if that is no choice."""
    if strict or not folder.is_dir():
        raise error
    refused.append(str(error))


def _lacking(symbols: frozenset[str], faces: Sequence[FontFace]) -> frozenset[str]:
    return symbols.difference(*(face.symbols for face in faces))


def write_demo(
    folder: Path,
    config: Synthesis,
    *,
    count: int = 400,
    seed: int = 0,
    errors: float = 0.02,
    unlabelled: int = 0,
    maps: MapSpec | None = None,
    reading: Reading = "auto",
    progress: Progress = ignore_news,
) -> DemoReport:
    """Write a project of synthetic words: `word_00001.png` and `.json` …, `textscanner.json`, `planted.json`.

    Stopped in between, it leaves whole files only: the settings, the list of all errors that were to come, and the
    words written so far. Called with the same choices again, it goes on there.

    Parameters
    ----------
    folder : Path
        Created if missing; it has to be empty (hidden files do not count), so that nothing of anybody's is mixed up.
    config : Synthesis
        What to draw; see `prepare`.
    count : int
        Words.
    seed : int
        From 0; the same seed gives the same project, byte for byte.
    errors : float
        Share of words with one planted error (see `core.data.drawing.planted_errors.amount`); if it is not 0, one
        more word has a text that differs from its characters. `planted.json` is written in any case, an empty list
        without errors.
    unlabelled : int
        So many words, the last that have no planted error, get no label: they are there to be labelled.
    maps : MapSpec, optional
        Of the project; without it the usual one, with room for the longest word.
    reading : Reading
        How the project says that its words are read.
    progress : Progress
        Called after each word.

    Raises
    ------
    ProjectError
        If the folder is in use.
    SynthesisError
        If a number is out of its range.
    FileWriteError
        If a file cannot be written.
    """
    if not 1 <= count <= MAX_COUNT:
        raise SynthesisError(
            "count: {count} is not a possible number of words. Give 1 to {most:,}.", count=count, most=MAX_COUNT
        )
    texts = [text_of(config, seed, index).text for index in range(count)]
    kinds = plan(texts, config.charset, errors, seed)
    wrong: dict[int, WordLabel] = {}
    planted: list[Planted] = []
    for index in sorted(kinds):
        size = layout_of(config, seed, index).size
        name = _name(index, count)
        label = label_of(config, seed, index)
        wrong[index], record = plant(kinds[index], label, config.charset, name, size, seed=[seed, index])
        planted.append(record)
    right = [index for index in range(count) if index not in wrong]
    bare = frozenset(right[len(right) - unlabelled :] if unlabelled else ())
    maps = maps or MapSpec(max_length=max(MapSpec().max_length, config.length[1]))
    settings = ProjectSettings(charset=config.charset, maps=maps, reading=reading)
    names = {_name(index, count) for index in range(count)}
    faces = [(face.path, face.index) for face in config.fonts]
    look = (config.effects, faces, config.length, config.words, config.surfaces is not None, config.style)
    chosen = repr((look, count, seed, errors, unlabelled, settings.to_dict()))
    choices = hashlib.blake2b(chosen.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest().encode()
    if not _is_begun(folder, choices, names):
        _require_empty(folder)
    make_folder(folder)
    write_atomically(folder / _UNFINISHED, choices)
    write_settings(folder, settings)
    write_atomically(folder / PLANTED_NAME, _listed(planted))
    progress(0, count)
    for index in range(count):
        path = folder / _name(index, count)
        if path.exists() and (index in bare or label_path(path).exists()):
            progress(index + 1, count)
            continue
        synthetic = sample(config, seed, index)
        height, width = synthetic.image.shape[:2]
        write_atomically(path, encode_png(synthetic.image))
        if index not in bare:
            label = wrong.get(index, synthetic.label)
            write_atomically(label_path(path), serialise_label(label, path.name, (height, width)))
        progress(index + 1, count)
    remove_file(folder / _UNFINISHED)
    return DemoReport(folder, count, sum(map(len, texts)), tuple(planted))


def write_first_demo(
    folder: Path,
    count: int = FIRST_WORDS,
    unlabelled: int = FIRST_UNLABELLED,
    progress: Progress = ignore_news,
    *,
    is_chinese: bool = False,
) -> DemoReport:
    """Write a project for trying the program: words of 3 to 6 digits, with a wrong label in every twenty.

    The last words have no labels: they are there to be labelled.

    Its settings ask for a small input, which is enough for short words of ten symbols, so that a training with the
    choices that nobody has changed learns to read them on a CPU while one looks on. If `is_chinese`, Chinese words of 2
    to 6 symbols on signs, screens and in print, which `reader-zh` reads. Other parameters and errors as `write_demo`.
    """
    recipe = (
        prepare(Charset.named("zh"), SCENE, (2, 6)) if is_chinese else prepare(Charset.named("digits"), length=(3, 6))
    )
    return write_demo(
        folder,
        recipe.config,
        count=count,
        errors=_FIRST_ERRORS,
        unlabelled=unlabelled,
        maps=_FIRST_MAPS,
        # Digits are codes: else the window would find it out by itself, and tell a newcomer so before anything else
        reading="auto" if is_chinese else "network",
        progress=progress,
    )


def _name(index: int, count: int) -> str:
    return f"word_{index + 1:0{max(5, len(str(count)))}d}.png"


def _listed(planted: Sequence[Planted]) -> bytes:
    """A JSON list with one record a line."""
    lines = ",\n".join("  " + json.dumps(asdict(record), ensure_ascii=False) for record in planted)
    return (f"[\n{lines}\n]\n" if lines else "[]\n").encode()


def _is_begun(folder: Path, choices: bytes, words: Collection[str]) -> bool:
    """Return True if a folder holds the beginning of this very project, and nothing else."""
    try:
        present = [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")]
        labels = {label_path(Path(word)).name for word in words}
        is_ours = {SETTINGS_NAME, PLANTED_NAME, *words, *labels}.issuperset(present)
        return is_ours and read_file(folder / _UNFINISHED) == choices
    except OSError:
        return False


def _require_empty(folder: Path) -> None:
    try:
        taken = [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")]
    except FileNotFoundError:
        return
    except NotADirectoryError as error:
        raise ProjectError(
            "{folder}: that is a file. Name a folder that is empty or does not exist yet.", folder=folder
        ) from error
    except OSError as error:
        raise ProjectError(
            "{folder}: cannot be read ({why}). Name another folder.", folder=folder, why=error.strerror or error
        ) from error
    if taken:
        raise ProjectError(
            '{folder}: not empty ("{taken}" is in it), and demo data does not mix with other files. '
            "Name a folder that is empty or does not exist yet.",
            folder=folder,
            taken=min(taken),
        )
