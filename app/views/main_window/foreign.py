"""Strips above the image that offer to import the labels of other programs, and to crop the words of scenes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.language.sentences import translated
from app.language.titles import title_of_format
from app.project.desk import Severity
from app.session import Session
from app.views.main_window.dialogs import Dialogs
from app.views.messages.banners import Banner, Button, StateBanners
from core.labels.formats.finding import ForeignLabels

_NAMED = 3  # lists; more are counted

_Run = Callable[[ForeignLabels], object]


class ForeignStrips(QObject):
    """Shows at most three strips: labels to import, words to crop, and files that cannot be used."""

    def __init__(self, session: Session, banners: StateBanners, dialogs: Dialogs) -> None:
        super().__init__(banners)
        self._session, self._banners, self._dialogs = session, banners, dialogs
        session.noticing.changed.connect(self.say)
        self.say()

    def say(self) -> None:
        """Show all strips anew, in the present language."""
        found = self._session.noticing.found
        usable = [each for each in found if not each.trouble]
        labels, scenes = [each for each in usable if not each.cuts], [each for each in usable if each.cuts]
        self._show("foreign", labels, self.tr("Import…"), self._import)
        self._show("scenes", scenes, self.tr("Crop words…"), self._crop)
        faulty = [each for each in found if each.trouble]
        self._put("foreign-trouble", faulty, "warning", [translated(each.trouble) for each in faulty], [])

    def _show(self, state: str, found: list[ForeignLabels], text: str, run: _Run) -> None:
        buttons = [Button(text, partial(self._choose, state, found, run))] if found else []
        self._put(state, found, "note", [self._sentence(each) for each in found], buttons)

    def _put(
        self, state: str, found: list[ForeignLabels], severity: Severity, lines: list[str], buttons: list[Button]
    ) -> None:
        if not found:
            self._banners.set_banner(state, None)
            return
        banner = Banner(severity, "\n".join(lines), buttons)
        banner.closed.connect(partial(self._session.noticing.dismiss, *found))
        self._banners.set_banner(state, banner)

    def _choose(self, state: str, found: Sequence[ForeignLabels], run: _Run) -> None:
        """Do it for the one source, or let the person choose between several."""
        if len(found) == 1:
            run(found[0])
            return
        banner = self._banners.shown(state)
        menu = QMenu(banner)
        for each in found:
            menu.addAction(self._names(each) or title_of_format(each.format), partial(run, each))
        menu.aboutToHide.connect(menu.deleteLater)
        if banner is not None:
            menu.popup(banner.mapToGlobal(QPoint(banner.width() - menu.sizeHint().width(), banner.height())))

    def _import(self, found: ForeignLabels) -> None:
        self._dialogs.import_from(found.source, found.format)

    def _crop(self, found: ForeignLabels) -> None:
        self._dialogs.crop_words(found.source, found.format)

    def _names(self, found: ForeignLabels) -> str:
        names = found.names[:_NAMED]
        if len(found.names) > _NAMED:
            return self.tr("{names} and {count} more").format(names=", ".join(names), count=len(found.names) - _NAMED)
        *first, last = names or ("",)
        return self.tr("{names} and {last}").format(names=", ".join(first), last=last) if first else last

    def _sentence(self, found: ForeignLabels) -> str:
        count, images = f"{found.labels:,}", f"{found.images:,}"
        if found.is_part:
            count = self.tr("more than {count}").format(count=count)
        is_one = found.labels == 1
        match found.format:
            case "labelme-scene" if is_one:
                text = self.tr("One of these pictures is a scene: its labelme file holds one word.")
            case "labelme-scene" if found.images == 1:
                text = self.tr("One of these pictures is a scene: its labelme file holds {count} words.")
            case "labelme-scene":
                text = self.tr("{images} of these pictures are scenes: their labelme files hold {count} words.")
            case "ccpd-names" if is_one:
                text = self.tr("The file name of one of these pictures says where a number plate is, and its text.")
            case "ccpd-names":
                text = self.tr(
                    "The file names of {images} of these pictures say where a number plate is, and its text."
                )
            case _ if found.cuts and is_one:
                text = self.tr("{names} holds one word in one of these pictures.")
            case _ if found.cuts:
                text = self.tr("{names} holds {count} words in {images} of these pictures.")
            case _ if not found.names and is_one:
                text = self.tr("One of these images has a label in another format: {format}.")
            case _ if not found.names:
                text = self.tr("{images} of these images have labels in another format: {format}.")
            case _ if is_one:
                text = self.tr("{names} holds a label for one of these images.")
            case _ if len(found.names) == 1:
                text = self.tr("{names} holds {count} labels for these images.")
            case _:
                text = self.tr("{names} hold {count} labels for these images.")
        return text.format(names=self._names(found), count=count, images=images, format=title_of_format(found.format))
