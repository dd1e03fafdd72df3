"""The bar below the picture, while one corrects: what there is to learn, how far the model is, and how to stop it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.language.figures import clock
from app.session import Session
from app.widgets.boxes import plain_label, push_button, row, set_tip
from app.widgets.job_progress import JobSlot

_SHOWN = 6  # rounds in the sentence; the tool tip has all
_LAYOUTS = ("label", "review")  # for correcting


class LearningBar(QWidget):
    """Follows learning and comparing, and in layouts for correcting what there is to learn."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._learning, self._display = session.models.learning, session.display
        self.sentence = plain_label()
        self.learn = push_button(
            self.tr("Learn from these corrections"),
            self._learning.learn,
            tip=self.tr(
                "Fine-tune the model on all reviewed labels, in the background: 10 minutes at most to learn, "
                "5 to compare it with the one before"
            ),
        )
        self.back = push_button(self.tr("Back to the previous model"), self._learning.go_back)
        self.progress = JobSlot(has_title=False)
        whole = row(self.sentence, self.progress, self.learn, self.back, parent=self, spacing=6, margins=(6, 2, 6, 2))
        whole.setStretchFactor(self.sentence, 1)
        self._learning.changed.connect(self.refresh)
        self._learning.progressed.connect(self._say)
        session.display.changed.connect(self._show)
        self.refresh()

    def refresh(self) -> None:
        """Show the rounds as they are now."""
        learning = self._learning
        self.progress.follow(learning.job)
        self._say()
        set_tip(
            self.sentence,
            "\n".join(
                self.tr("{model}: {words} drafts, {corrections} corrections").format(
                    model=name,
                    words=self.locale().toString(one.words),
                    corrections=self.locale().toString(one.corrections),
                )
                for name, one in learning.rounds
            ),
        )
        self.learn.setVisible(learning.job is None)
        self.learn.setEnabled(learning.can_learn)
        self.back.setVisible(bool(learning.previous) and not learning.is_learning)
        set_tip(self.back, self.tr("Draft with {model} again").format(model=learning.previous))
        self._show()

    def _show(self) -> None:
        learning, layout = self._learning, self._display.layout
        is_at_work = learning.comparing is not None or (learning.is_learning and layout != "train")
        self.setVisible(is_at_work or (layout in _LAYOUTS and any(one.words for _, one in learning.rounds)))

    def _say(self) -> None:
        learning = self._learning
        numbers = [self.locale().toString(one.per_word, "f", 2) for _, one in learning.rounds if one.words]
        sentence = self.tr("Corrections a word: {numbers}").format(
            numbers=("… " if len(numbers) > _SHOWN else "") + " → ".join(numbers[-_SHOWN:])
        )
        left = learning.seconds_left
        if learning.comparing is not None:
            sentence = self.tr("Both models read the same words, to see which is better: 5 minutes at most")
        elif learning.is_learning:
            sentence = self.tr("The model is learning")
            sentence += "" if left is None else " · " + self.tr("{time} left at most").format(time=clock(left))
        elif learning.corrected:
            sentence += " · " + self.tr("{count} to learn").format(count=self.locale().toString(learning.corrected))
        self.sentence.setText(sentence)
