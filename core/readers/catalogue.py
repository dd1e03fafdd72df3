"""Lists the readers of other programs on this machine by the names that a person types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from core.base.errors import ModelError, Sentence
from core.base.installed.places import unsafe_folders
from core.base.phrases import listed
from core.base.progress import ignore_news
from core.readers.kept import kept_folder, kept_recognisers
from core.readers.packages import packaged_recognisers
from core.readers.recogniser import CtcRecogniser
from core.readers.tesseract import NAME, TesseractReader, named_program, tesseract_path
from core.readers.word_readers import CtcReader, WordReader


@dataclass(frozen=True, slots=True)
class ListedReader:
    """The facts on a reader that a list shows."""

    name: str
    """The name that a person types to choose the reader."""
    version: str = ""
    """The hash of its file, or the version that it names itself."""
    symbols: int | None = None
    """The number of its symbols, or None if the reader does not give it."""
    file: Path | None = None
    """The reader's file or program. None for something that looks like a reader and is none."""
    source: str = ""
    """A sentence that says who has brought it."""
    is_added: bool = False
    """True if a person has added it, and may remove it."""
    problem: str = ""
    """A sentence that says why it cannot read. "" if it can."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The readers that are available on this machine."""

    recognisers: dict[str, CtcRecogniser] = field(default_factory=dict)
    """The recognisers by name."""
    kept: frozenset[str] = frozenset()
    """The names of the recognisers that a person has added."""
    tesseract: Path | None = None
    """The path of the program, or None if it is not installed."""
    is_tesseract_named: bool = False
    """True if a person has named the program in Settings, False if it was found in PATH."""
    problems: dict[str, str] = field(default_factory=dict)
    """A sentence for each thing that looks like a reader and is none, by its name."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all readers that can be used."""
        return (*self.recognisers, *([NAME] if self.tesseract else []))

    def listed(self) -> tuple[ListedReader, ...]:
        """Return all readers, followed by files that look like a reader but are none.

        Tesseract is asked for its version.
        """
        rows = [
            ListedReader(
                name,
                recogniser.hash,
                len(recogniser.symbols),
                recogniser.file,
                recogniser.source,
                is_added=name in self.kept,
            )
            for name, recogniser in self.recognisers.items()
        ]
        if self.tesseract is not None:
            source = Sentence("named in Settings") if self.is_tesseract_named else Sentence("in PATH")
            try:
                rows.append(ListedReader(NAME, TesseractReader(self.tesseract).version, None, self.tesseract, source))
            except ModelError as error:
                rows.append(ListedReader(NAME, file=self.tesseract, source=source, problem=str(error)))
        return (*rows, *(ListedReader(name, problem=problem) for name, problem in self.problems.items()))

    def open(self, name: str, *, waiting: Callable[[], object] = ignore_news) -> WordReader:
        """Open a reader by its name, in any letter case, to be closed by a `with` statement.

        `waiting` is called several times a second while the reader computes. If it raises an error, the reader ends.

        Raises
        ------
        ModelError
            If there is no such reader, or it cannot be opened.
        """
        wanted = name.strip().casefold()
        for own, recogniser in self.recognisers.items():
            if own.casefold() == wanted:
                return CtcReader(recogniser, waiting=waiting)
        if wanted == NAME.casefold() and NAME not in self.problems:
            if self.tesseract is None:
                raise ModelError(
                    "Tesseract is in no folder of PATH; those in the project and in the current folder do not count. "
                    "Install it."
                )
            return TesseractReader(self.tesseract, waiting=waiting)
        problem = next((text for own, text in self.problems.items() if own.casefold() == wanted), None)
        if problem is not None:
            raise ModelError(problem)
        raise ModelError(
            '"{name}": no such reader. {those} `textscanner readers` lists all readers.',
            name=name,
            those=Sentence("There are {names}.", names=listed(self.names))
            if self.names
            else Sentence("No reader is installed, and none was added."),
        )


def catalogue(projects: Iterable[Path] = (), tesseract: str = "") -> Catalogue:
    """Find all readers on this machine.

    Parameters
    ----------
    projects : iterable of Path
        Folders whose programs and packages do not count. Those in the current folder never count.
    tesseract : str
        The path of the program Tesseract. "": the first one in PATH.
    """
    unsafe = unsafe_folders(projects)
    kept, problems = kept_recognisers(kept_folder())
    packaged, odd = packaged_recognisers(unsafe)
    program = None
    if tesseract:
        try:
            program = named_program(Path(tesseract), unsafe)
        except ModelError as error:
            problems = problems | {NAME: str(error)}
    else:
        program = tesseract_path(unsafe)
    return Catalogue(packaged | kept, frozenset(kept), program, bool(tesseract), odd | problems)
