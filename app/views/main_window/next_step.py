"""The strip above the image that offers the next step: to import, crop, draft, correct or train."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.checklist.next_step import NextStep
from app.language.figures import agreeing
from app.language.sentences import in_a_list, translated
from app.language.titles import title_of_format
from app.session import Session
from app.views.main_window.dialogs import Dialogs
from app.views.messages.banners import Banner, Button, StateBanners
from core.labels.formats.finding import ForeignLabels
from core.runs.model_ref import model_ref

_NAMED = 3  # lists; more are counted

_Run = Callable[[ForeignLabels], object]


class NextStepStrip(QObject):
    """Shows the next step in a strip with a button for it, and the files that cannot be used."""

    def __init__(self, session: Session, banners: StateBanners, dialogs: Dialogs) -> None:
        super().__init__(banners)
        self._session = session
        self._banners = banners
        self._dialogs = dialogs
        session.guiding.changed.connect(self._say)
        session.folder.noticing.changed.connect(self._say_trouble)
        self._say_trouble()
        self._say()

    def _say(self) -> None:
        step = self._session.guiding.step
        if step is None:
            self._banners.set_banner("next", None)
            return
        sentence, button = self._said(step)
        banner = Banner("note", sentence, [Button(button, partial(self._take_step, step))])
        banner.closed.connect(self._session.guiding.dismiss)
        self._banners.set_banner("next", banner)

    def _said(self, step: NextStep) -> tuple[str, str]:
        """The sentence of a step, and the text of its button."""
        count = f"{step.count:,}"
        drafts = f"{step.drafts:,}"
        is_one = step.count == 1
        chosen = self._session.in_use.model
        name = self._name(chosen if step.surer is None else step.surer.model)
        match step.kind:
            case "import":
                text, button = "\n".join(map(self._sentence, self._found(cuts=False))), self.tr("Import…")
            case "crop":
                photographs = self.tr("These pictures are larger than word images. A model reads one word at a time.")
                text = "\n".join(map(self._sentence, self._found(cuts=True))) or photographs
                button = self.tr("Crop words…")
            case "draft":
                text = self.tr(
                    "The model {model} can draft the labels. Then you correct those that it is least sure of."
                )
                if step.surer is not None:
                    surer = self.tr(
                        "In {surer} of the {images} {images:|image|images} that both models read, it is surer than "
                        "{chosen}."
                    )
                    text += " " + agreeing(
                        surer, surer=step.surer.surer, images=step.surer.images, chosen=self._name(chosen)
                    )
                button = (
                    self.tr("Draft one text with {model}") if is_one else self.tr("Draft {count} texts with {model}")
                )
            case "boxes":
                text = self.tr("The texts are known, and the model {model} can find the characters.")
                button = self.tr("Draft boxes for one text") if is_one else self.tr("Draft boxes for {count} texts")
            case "least_sure":
                text = self.tr(
                    "Labels that nobody has reviewed: {count}. They are not used for training, and do not "
                    "count as right."
                )
                button = self.tr("Least sure first")
            case _:
                text, button = self.tr("Labels to train with: {count}, drafts left out: {drafts}."), self.tr("Train…")
        is_found = step.kind in {"import", "crop"}  # these name files, which may have braces
        return (text if is_found else agreeing(text, model=name, count=count, drafts=drafts)), agreeing(
            button, model=name, count=count
        )

    def _name(self, model: Path | None) -> str:
        return model_ref(model, self._session.models.bundled).name

    def _take_step(self, step: NextStep) -> None:
        dialogs = self._dialogs
        match step.kind:
            case "import":
                self._choose(self._found(cuts=False), lambda find: dialogs.import_from(find.source, find.format))
            case "crop" if finds := self._found(cuts=True):
                self._choose(finds, lambda find: dialogs.crop_words(find.source, find.format))
            case "crop":
                dialogs.show("crop_words")
            case "train":
                dialogs.show("train")
            case _:
                self._session.guiding.take()

    def _found(self, *, cuts: bool) -> list[ForeignLabels]:
        return [find for find in self._session.folder.noticing.usable if find.cuts == cuts]

    def _say_trouble(self) -> None:
        faulty = [find for find in self._session.folder.noticing.found if find.trouble]
        if not faulty:
            self._banners.set_banner("foreign-trouble", None)
            return
        banner = Banner("warning", "\n".join(translated(find.trouble) for find in faulty))
        banner.closed.connect(partial(self._session.folder.noticing.dismiss, *faulty))
        self._banners.set_banner("foreign-trouble", banner)

    def _choose(self, finds: Sequence[ForeignLabels], run: _Run) -> None:
        """Do it for the one source, or let the person choose between several."""
        if len(finds) == 1:
            run(finds[0])
            return
        banner = self._banners.shown("next")
        menu = QMenu(banner)
        for find in finds:
            menu.addAction(self._names(find) or title_of_format(find.format), partial(run, find))
        menu.aboutToHide.connect(menu.deleteLater)
        if banner is not None:
            menu.popup(banner.mapToGlobal(QPoint(banner.width() - menu.sizeHint().width(), banner.height())))

    def _names(self, find: ForeignLabels) -> str:
        names = find.names[:_NAMED]
        if len(find.names) > _NAMED:
            return self.tr("{names} and {count} more").format(names=in_a_list(names), count=len(find.names) - _NAMED)
        *first, last = names or ("",)
        return self.tr("{names} and {last}").format(names=in_a_list(first), last=last) if first else last

    def _sentence(self, find: ForeignLabels) -> str:
        count, images = f"{find.labels:,}", f"{find.images:,}"
        if find.is_part:
            count = self.tr("more than {count}").format(count=count)
        is_one = find.labels == 1
        match find.format:
            case "labelme-scene" if is_one:
                text = self.tr("One of these pictures is a scene: its labelme file holds one word.")
            case "labelme-scene" if find.images == 1:
                text = self.tr("One of these pictures is a scene: its labelme file holds {count} words.")
            case "labelme-scene":
                text = self.tr(
                    "{images} of these pictures "
                    "{images:|is a scene: its labelme file holds|are scenes: their labelme files hold} {count} "
                    "{count:|word|words}."
                )
            case "ccpd-names" if is_one:
                text = self.tr("The file name of one of these pictures says where a number plate is, and its text.")
            case "ccpd-names":
                text = self.tr(
                    "The {images:|file name|file names} of {images} of these pictures {images:|says|say} where a "
                    "number plate is, and its text."
                )
            case _ if find.cuts and is_one:
                text = self.tr("{names} holds one word in one of these pictures.")
            case _ if find.cuts:
                text = self.tr("{names} holds {count} words in {images} of these pictures.")
            case _ if not find.names and is_one:
                text = self.tr("One of these images has a label in another format: {format}.")
            case _ if not find.names:
                text = self.tr("{images} of these images {images:|has labels|have labels} in another format: {format}.")
            case _ if is_one:
                text = self.tr("{names} holds a label for one of these images.")
            case _ if len(find.names) == 1:
                text = self.tr("{names} holds {count} labels for these images.")
            case _:
                text = self.tr("{names} hold {count} labels for these images.")
        return agreeing(text, names=self._names(find), count=count, images=images, format=title_of_format(find.format))
