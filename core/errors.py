"""The errors that reach a user: each one sentence that says what, where and what to do."""


class StudioError(Exception):
    """A failure that a user can act on; `str(error)` is the one sentence to show."""


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

    def __init__(self, sentence: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
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
