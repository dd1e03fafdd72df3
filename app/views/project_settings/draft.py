"""The project's settings while they are edited in the dialog, and the consequences of saving them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer, Signal

from app.language.figures import counted
from app.language.languages import translate
from app.language.sentences import in_a_list
from app.session import Session
from app.workers.latest import LatestJob
from core.base.errors import StudioError
from core.base.progress import Progress
from core.charset import Charset, name_of
from core.labels.maps.spec import MapSpec
from core.project.notes import Split
from core.project.project import ProjectSettings, split_of

_QUIET = 120  # ms after the last key until the consequences are counted
_NAMED = 8  # symbols in a sentence


@dataclass(frozen=True, slots=True)
class Outlook:
    """The consequences that settings have for the project."""

    uses: Counter[str] = field(default_factory=Counter)
    """The number of labels that have each symbol."""
    outside: Counter[str] = field(default_factory=Counter)
    """The number of labels that have each symbol that the charset lacks."""
    labels_outside: int = 0
    """Number of labels with such a symbol."""
    train: int = 0
    """Number of training images."""
    val: int = 0
    """Number of validation images."""
    moved: int = 0
    """Number of images that go from one part to the other."""


def look_out(
    before: ProjectSettings,
    after: ProjectSettings,
    charset: Charset,
    *,
    images: Sequence[str],
    symbols: Sequence[str],
    progress: Progress,
    chosen: Mapping[str, Split] = MappingProxyType({}),
) -> Outlook:
    """Count the consequences that settings have for the project, in a background thread.

    `charset`: the chosen one, or that of all labels. `symbols`: for each image the distinct symbols of its label, as
    `before` normalises them. `chosen`: the split of each image for which a person has chosen one.
    """
    same_form = (before.normalisation, before.fold_full_width) == (after.normalisation, after.fold_full_width)
    uses: Counter[str] = Counter()
    labels_outside = train = val = moved = 0
    for number, (image, of_label) in enumerate(zip(images, symbols, strict=True)):
        progress(number, len(images))
        own = of_label if same_form else set("".join(map(after.normalise, of_label)))
        uses.update(own)
        labels_outside += any(symbol not in charset for symbol in own)
        split = chosen.get(image) or split_of(image, after.validation)
        val += split == "val"
        train += split == "train"
        was = chosen.get(image) or split_of(image, before.validation)
        moved += after.validation != before.validation and split != was
    outside = Counter({symbol: count for symbol, count in uses.items() if symbol not in charset})
    return Outlook(uses, outside, labels_outside, train, val, moved)


class SettingsDraft(QObject):
    """The settings as they are edited in the dialog."""

    changed = Signal()
    outlook_changed = Signal()

    def __init__(self, session: Session, before: ProjectSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # before, settings: as saved, and as changed; a part that cannot be keeps its last possible value
        self.before = self.settings = before
        self.faults: dict[str, str] = {}  # the sentence about each part that cannot be so
        self.outlook: Outlook | None = None  # None until it has been counted once
        self._session = session
        self._counting = LatestJob(session.workspace.background, "checks", self)
        self._soon = QTimer(self, singleShot=True, interval=_QUIET)
        self._soon.timeout.connect(self._count)
        self._soon.start()

    @property
    def charset(self) -> Charset:
        """The chosen charset, or the symbols of all labels if none is chosen."""
        chosen = self.settings.charset
        return self._session.catalog.charset if chosen is None else chosen

    @property
    def is_changed(self) -> bool:
        """True if there are changes to save."""
        return self.settings != self.before

    def change(self, part: str, change: Callable[[ProjectSettings], ProjectSettings]) -> None:
        """Change one part of the settings, or name it in `faults` if its values are not allowed.

        `change`: makes the new choices; raises a StudioError for values that cannot be.
        """
        try:
            self.settings = change(self.settings)
        except StudioError as error:
            self.faults[part] = str(error)
        else:
            self.faults.pop(part, None)
        self._soon.start()
        self.changed.emit()

    def set_charset(self, charset: Charset | None) -> None:
        """Choose a charset, or the symbols of all labels if it is None."""
        self.change("charset", lambda settings: replace(settings, charset=charset))

    def _count(self) -> None:
        table = self._session.catalog.table
        before = self.before
        after = self.settings
        charset = self.charset
        images, symbols = tuple(table.images), tuple(table.symbols)
        own = table.own_splits()
        self._counting.ask(
            lambda job: look_out(
                before, after, charset, images=images, symbols=symbols, progress=job.progress, chosen=own
            ),
            self._counted,
        )

    def _counted(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.outlook_changed.emit()


def consequences(
    before: ProjectSettings, after: ProjectSettings, charset: tuple[Charset, Charset], outlook: Outlook | None
) -> list[str]:
    """Return the consequences of saving in one sentence each.

    `charset`: (Charset, Charset): the one in use before and after, chosen or not.
    """
    says: list[str] = []
    if charset[0] != charset[1]:
        says.append(
            translate(
                "ProjectSettings", "A model that was trained before has another charset and cannot be trained further."
            )
        )
    if outlook is not None and outlook.labels_outside:
        says.append(_outside(outlook))
    if before.maps != after.maps:
        says.append(_maps(before.maps, after.maps))
    if (before.normalisation, before.fold_full_width) != (after.normalisation, after.fold_full_width):
        says.append(
            translate("ProjectSettings", "All labels are read and checked again; their files stay as they are.")
        )
    if outlook is not None and outlook.moved:
        one = translate(
            "ProjectSettings",
            "One image changes between training and validation, so earlier scores are not comparable.",
        )
        several = translate(
            "ProjectSettings",
            "{count} images change between training and validation, so earlier scores are not comparable.",
        )
        says.append(counted(one, several, outlook.moved))
    return says


def _outside(outlook: Outlook) -> str:
    named = in_a_list(f"{name_of(symbol)} × {count:,}" for symbol, count in outlook.outside.most_common(_NAMED))
    if len(outlook.outside) > _NAMED:
        named += " …"
    one = translate("ProjectSettings", "One label has symbols outside the charset: {symbols}")
    several = translate("ProjectSettings", "{count} labels have symbols outside the charset: {symbols}")
    return counted(one, several, outlook.labels_outside, symbols=named)


def _maps(before: MapSpec, after: MapSpec) -> str:
    of_network = ("height", "width", "max_length")
    if any(getattr(before, name) != getattr(after, name) for name in of_network):
        return translate(
            "ProjectSettings",
            "The target maps change. A model trained before expects another size, so it cannot be trained further.",
        )
    return translate("ProjectSettings", "The target maps change; a model trained before has learned the old maps.")
