"""The words that a person meets in the window, with their meanings, as the only source of the glossary.

Help › Manual and tooltips show them, in the window's language; `python -m app.language.words CONTEXT.md` writes them
into the glossary that developers read.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from html import escape
from pathlib import Path

from app.language.languages import TableText, translate
from core.base.files import read_file

_CONTEXT = "Words"
_BEGIN, _END = "<!-- words of the window: written by app/language/words.py -->", "<!-- end -->"

WORDS: Mapping[str, tuple[TableText, TableText]] = {
    "word image": ("word image", "A cropped picture of one word or one text line."),
    "label": (
        "label",
        "Everything that is known about one word image: its text and its characters. It is kept in NAME.json beside "
        "NAME.png.",
    ),
    "character": ("character", "One symbol of a word, with its polygon and its order."),
    "polygon": (
        "polygon (P)",
        (
            "The outline of a character in image pixels: x right, y down, the origin at the top-left corner of the "
            "top-left pixel, after EXIF orientation."
        ),
    ),
    "shrunk polygon": (
        "shrunk polygon (P′)",
        "The polygon moved inward by area · (1 − shrink²) / perimeter. The character map holds the symbol inside it.",
    ),
    "order": ("order", "The number of a character in the word, from 1, as given in the label file."),
    "rank": (
        "rank or position (k)",
        (
            "The number of a character in reading order, from 1: the characters are sorted by their orders. Maps and "
            "messages use this number."
        ),
    ),
    "symbol": ("symbol", "One Unicode code point after normalisation (NFC); upper and lower case differ."),
    "charset": (
        "charset",
        "The ordered list of symbols that a model can read. Id 0 is the background, ids 1 … C are the symbols.",
    ),
    "in step": (
        "in step",
        "Text and characters are in step if both give the same word. If they do not, the label contradicts itself.",
    ),
    "ignored": (
        "ignored",
        (
            "An ignored character is illegible. It keeps its rank and stands for any one symbol; the network does not "
            "learn from it."
        ),
    ),
    "area": ("area", "A painted bitmap that takes the place of the shrunk polygon."),
    "gaussian": ("Gaussian", "A target of the centre map set by hand: centre, two standard deviations, angle."),
    "character map": ("character map (G)", "For every map pixel, which symbol it belongs to."),
    "order map": (
        "order map (S)",
        "For every map pixel, the position in the word that it belongs to. Positions are weighed by H = Q · S.",
    ),
    "localization map": (
        "centre map (Q)",
        "For every map pixel, how near it is to a character's centre, from 0 to 1. The paper's localization map.",
    ),
    "target": ("target, predicted", "A target map is rendered from a label; a predicted map comes from a network."),
    "stride": ("stride", "Input pixels for each map pixel: 1 gives the finest maps, 4 the fastest."),
    "word formation": (
        "word formation",
        "Reading the word off the three maps: position k has the symbol c with the largest sum of G_c · H_k.",
    ),
    "presence": (
        "presence",
        "The largest value of H_k: how surely position k holds a character. Below 0.3 the position is empty.",
    ),
    "gap": ("gap", "An empty position before the last position of the word."),
    "upper bound": (
        "upper bound",
        "The best reading that a network could reach: the label's own target maps, decoded.",
    ),
    "level": (
        "character-level, word-level",
        "A label with polygons is character-level; a label with only a text is word-level.",
    ),
    "draft": (
        "draft, reviewed, known, agreed",
        (
            "A draft is a label, or a part of one, that a model made and nobody has accepted. Reviewed: a person has "
            "accepted it. Known: a person or an import gave it; only known texts and characters count as true. "
            "Prelabelled: a model made the text or all characters. Agreed: accepted in bulk because two readers read "
            "the same; it is used for training, but does not count as true until a person has confirmed it."
        ),
    ),
    "project": ("project", "A folder of word images, subfolders too, with its choices in textscanner.json."),
    "tag": ("tag", "A word that a person has given to an image, to find it again with the filter tag:."),
    "split": (
        "split",
        (
            "Whether an image is used for training or for validation. A person can choose it; otherwise the project "
            "chooses by chance or by folder."
        ),
    ),
    "problem": (
        "problem",
        "A fault that a check has found in a label, an image or a project. If there is a safe fix, it is offered.",
    ),
    "history": ("history", "Every committed edit with before, after and time, in .textscanner/history."),
    "index": ("index", "A cache of the facts about every image of a project; deleting it loses nothing."),
    "run": (
        "run, checkpoint, model",
        (
            "A run is one training, kept in a folder; a checkpoint is its weights, optimizer and step at one moment; a "
            "model is a .keras file to predict with."
        ),
    ),
    "reader": (
        "bundled model",
        (
            "The model in the package, called “reader”. Its card states its version and hash, what it was made from "
            "and how well it reads."
        ),
    ),
    "cut": ("cut", "The line between two neighbouring characters of a word that was divided."),
    "reading options": (
        "reading options",
        "How a model reads: with regard to case or without, from one crop of the image or from three.",
    ),
    "oracle combination": (
        "oracle combination",
        "The three maps, each either predicted or the target: eight ways to form a word.",
    ),
    "error attribution": (
        "error attribution",
        "A branch of the network is at fault where its map, replaced by the target, makes a misread word right.",
    ),
    "repair": (
        "repair",
        (
            "A change of predicted maps, made by hand or by search, that shows how the word would be read right. "
            "Labels and targets stay as they are."
        ),
    ),
    "potential gain": (
        "potential gain",
        "The potential gain of a branch over a folder: the additional words read right if its maps were the targets.",
    ),
    "learning history": (
        "learning history",
        (
            "The result of each character of the validation words at every validation of a run: right, or the branch "
            "that failed. A word is learned when it is first read right, and forgotten when it is misread for good "
            "after that."
        ),
    ),
    "cross-check": (
        "cross-check",
        (
            "Several trainings, each without one part (fold) of the images; each label is judged by the model that did "
            "not learn it."
        ),
    ),
    "disagreement": (
        "disagreement",
        (
            "How far a label is from what a model reads, in nats: the logarithm of 1 / p, where p is the probability "
            "that the label is right."
        ),
    ),
}
"""The term and its meaning, English source texts, by a short name."""


def word(name: str) -> str:
    """Return a term in the current language, given its name in `WORDS`."""
    return translate(_CONTEXT, WORDS[name][0])


def meaning(name: str) -> str:
    """Return the meaning of a term in the current language, given its name in `WORDS`."""
    return translate(_CONTEXT, WORDS[name][1])


def explained(*names: str, before: str = "") -> Markup:
    """Return an HTML tooltip that explains terms, one in each line, wrapped by Qt."""
    lines = [f"<p>{escape(before)}</p>"] if before else []
    lines += [f"<p><b>{escape(word(name))}</b>: {escape(meaning(name))}</p>" for name in names]
    return Markup("".join(lines))


class Markup(str):
    """HTML written by the program itself, with texts from elsewhere escaped."""


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text literally, because Qt renders whatever looks like HTML and loads pictures."""
    if not text or isinstance(text, Markup) or not {"<", "&"}.intersection(text):
        return text
    return Markup(f'<span style="white-space: pre-wrap">{escape(text)}</span>')


def written_into(glossary: str) -> str:
    """Return the text of CONTEXT.md with the words of the window inserted.

    Raises ValueError if the text has no such place.
    """
    before, mark, rest = glossary.partition(_BEGIN)
    _, ended, after = rest.partition(_END)
    if not (mark and ended):
        raise ValueError(f"the glossary has no lines {_BEGIN} and {_END}")
    rows = "\n".join(f"| **{term}** | {meaning} |" for term, meaning in WORDS.values())
    return f"{before}{_BEGIN}\n\n| word | meaning |\n|---|---|\n{rows}\n\n{_END}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(written_into(read_file(path).decode()), encoding="utf-8")
