"""The texts of the first steps, which the panel beside the picture shares with the page in the Help menu.

A text names a key as {fix}, by the last part of an action's id in `KEYS`; whoever shows the text puts in the key that
acts now.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.checklist.steps import Facts, StepName
from app.language.languages import translate

KEYS: Mapping[str, str] = {
    "problem": "go.next_problem",
    "undo": "edit.undo",
    "word": "tool.word",
    "train": "train.start",
    "queue": "go.next_in_queue",
    "accept": "predict.accept",
    "prelabel": "predict.prelabel_many",
}
"""Ids of the actions whose keys the texts name."""


def title(name: StepName) -> str:
    """Return the title of a step in a few words."""
    titles: Mapping[StepName, str] = {
        "mend": translate("Checklist", "Correct a wrong label"),
        "label": translate("Checklist", "Label a word"),
        "train": translate("Checklist", "Train a network from scratch"),
        "why": translate("Checklist", "Ask why a word is misread"),
        "review": translate("Checklist", "Review what the model doubts"),
    }
    return titles[name]


def text(name: StepName) -> str:
    """Return the instruction of a step, with what to watch meanwhile."""
    texts: Mapping[StepName, str] = {
        "mend": translate(
            "Checklist",
            "Press {problem} for the next word with a problem. The list Problems says what is wrong, and Fix there "
            "corrects it; {undo} takes that back. The three maps follow at once.",
        ),
        "label": translate(
            "Checklist",
            "“Show me” opens a word without a label. Press {word} for the word tool and type what you read: the "
            "picture is divided while you type. If the word does not fill the picture, drag a box round it. Drag a "
            "cut that is wrong. Enter finishes the word.",
        ),
        "train": translate(
            "Checklist",
            "“Show me” opens a word and the dialog Train ({train}). Press Start: a network that knows "
            "nothing learns to read digits in 450 steps, which takes a few minutes. Watch how its maps of "
            "the word form. The card of the run then says how much the network read right at first and at "
            "the end.",
        ),
        "why": translate(
            "Checklist",
            "Open a word that is misread though its label is right. The panel Reading exchanges predicted maps for "
            "target maps, and names what is at fault: a branch of the network, or the label. Press “Show the map” to "
            "see it, or What if? to change the picture until the word is read right.",
        ),
        "review": translate(
            "Checklist",
            "“Predict all” reads every image; then the queue begins with the labels that the model doubts most. Press "
            "{queue} for the next. Is the label wrong? {accept} accepts the reading. Is it right? Enter marks it "
            "reviewed.",
        ),
    }
    return texts[name]


def text_now(name: StepName, facts: Facts) -> str:
    """Return the same as `text`, with what to wait for or to do next."""
    if name == "train" and facts.is_training:
        return translate(
            "Checklist",
            "The training ends after 450 steps. Watch the curves, and how the maps of the word on screen "
            "form. Meanwhile you can go on working.",
        )
    if name == "review" and facts.has_queue:
        return translate(
            "Checklist",
            "Press {queue} for the label that the model doubts most, then for the next. Is the label wrong? {accept} "
            "accepts the reading. Is it right? Enter marks it reviewed.",
        )
    return text(name)


def all_done() -> str:
    """Return the advice that follows the last step."""
    return translate(
        "Checklist",
        "These are all the steps. To use images of your own, open their folder, let the model draft the labels "
        "({prelabel}), correct them, and train again.",
    )


def purpose() -> str:
    """Return the purpose of the program in two sentences, which the welcome page shows too."""
    return translate(
        "Checklist",
        "TextScanner reads a word by three maps: which symbol is where, which position it has, and where its centre "
        "is. Label words, watch a network learn these maps, and find out why it misreads a word.",
    )
