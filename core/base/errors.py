"""The errors that reach a user: each one sentence that says what, where and what to do.

A sentence is English. Where it is made of a template and what stands in the template's places, it keeps both, so that a
window can show it in another language: `script/tasks.py translations` collects the templates, the first arguments of
`Sentence` and of the errors below, and `app.language.sentences` translates them.
"""

from __future__ import annotations

from numbers import Number


class Sentence(str):
    """A text that knows the template it was made of; to whoever does not ask it is a text like any other.

    Parameters
    ----------
    template : str
        English, with places as in `str.format`; taken as it is where no places are given.
    **places : object
        What stands there: numbers, texts, and sentences, which are translated in their turn. Anything else, such as an
        error or a path, is taken as its text, because a sentence is sent from process to process.

    Attributes
    ----------
    template : str
    places : dict of str to object
    """

    template: str
    places: dict[str, object]

    def __new__(cls, template: str, /, **places: object) -> Sentence:
        """The sentence."""
        plain: dict[str, object] = {
            name: place if isinstance(place, (str, Number)) else str(place) for name, place in places.items()
        }
        made = super().__new__(cls, template.format_map(plain) if plain else template)
        made.template, made.places = template, plain
        return made

    def __str__(self) -> Sentence:
        """Itself, so that `str(error)` still knows its template."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle, which would call `__new__` with the text only."""
        return _sentence, (self.template, self.places)


def _sentence(template: str, places: dict[str, object]) -> Sentence:
    return Sentence(template, **places)


class StudioError(Exception):
    """A failure that a user can act on; `str(error)` is the one sentence to show.

    Parameters
    ----------
    template : str
        The sentence, or a template of it.
    **places : object
        What stands in the template's places; see `Sentence`.
    """

    def __init__(self, template: str, /, **places: object) -> None:
        kept = isinstance(template, Sentence) and not places
        super().__init__(template if kept else Sentence(template, **places))


class ImageError(StudioError):
    """An image that cannot be used."""


class LabelError(StudioError):
    """A label, or a label file, that cannot be used."""


class CharsetError(StudioError):
    """A charset that cannot be used, or a symbol that is not in it."""


class FormatError(StudioError):
    """A foreign annotation file or record that cannot be read or written."""


class FormatDetectionError(FormatError):
    """A file or folder that does not tell its format.

    Attributes
    ----------
    candidates : tuple of str
        Names of the formats that it may be; empty where it looks like none.
    """

    def __init__(self, template: str, /, candidates: tuple[str, ...] = (), **places: object) -> None:
        super().__init__(template, **places)
        self.candidates = candidates


class ProjectError(StudioError):
    """A project folder or its `textscanner.json` that cannot be used."""


class FileWriteError(StudioError):
    """A file that could not be written; the one that was there before is untouched."""


class SynthesisError(StudioError):
    """Demo data that cannot be made as asked: no font for a symbol, an unusable corpus, a folder that is in use."""


class DataError(StudioError):
    """Training data that cannot be used or delivered: no image left, a damaged record file, a loader that died."""


class ModelError(StudioError):
    """A model, or a file of weights, that cannot be used."""


class RunError(StudioError):
    """A training run that cannot be started or continued as asked: wrong usage, a run folder in use or damaged."""
