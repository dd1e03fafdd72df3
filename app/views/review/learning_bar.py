"""How many corrections a word each round of correcting and learning took: a sentence and two buttons."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.session import Session
from app.widgets.boxes import plain_label, push_button, row, set_tip

_SHOWN = 6  # rounds in the sentence; the tool tip has all


class LearningBar(QWidget):
    """Follows the learning of the session; hidden until a draft was corrected."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._learning = session.models.learning
        self.sentence = plain_label()
        self.learn = push_button(
            self.tr("Learn from these corrections"),
            self._learning.learn,
            tip=self.tr("Fine-tune the model on all reviewed labels, 15 minutes at most in the background"),
        )
        self.back = push_button(self.tr("Back to the previous model"), self._learning.go_back)
        row(self.sentence, self.learn, self.back, parent=self, spacing=6).setStretchFactor(self.sentence, 1)
        self._learning.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the rounds as they are now."""
        learning, rounds = self._learning, [found for _, found in self._learning.rounds if found.words]
        self.setVisible(bool(rounds))
        numbers = [self.locale().toString(found.per_word, "f", 2) for found in rounds]
        said = self.tr("Corrections a word: {numbers}").format(
            numbers=("… " if len(numbers) > _SHOWN else "") + " → ".join(numbers[-_SHOWN:])
        )
        if learning.comparing is not None:
            done, total = learning.comparing
            said += " · " + self.tr("both models read the same words: {share} %").format(
                share=100 * done // max(total, 1)
            )
        elif learning.is_learning:
            said += " · " + self.tr("the model is learning …")
        elif learning.corrected:
            said += " · " + self.tr("{count} to learn").format(count=self.locale().toString(learning.corrected))
        self.sentence.setText(said)
        set_tip(
            self.sentence,
            "\n".join(
                self.tr("{model}: {words} drafts, {corrections} corrections").format(
                    model=name,
                    words=self.locale().toString(found.words),
                    corrections=self.locale().toString(found.corrections),
                )
                for name, found in learning.rounds
            ),
        )
        self.learn.setEnabled(learning.can_learn)
        self.back.setVisible(bool(learning.previous))
        self.back.setEnabled(not learning.is_learning)
        set_tip(self.back, self.tr("Draft with {model} again").format(model=learning.previous))
