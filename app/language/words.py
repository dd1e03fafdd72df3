"""The words that a person meets in the window, each with its meaning: the one source of the glossary.

Help › Words and tooltips show them, in the window's language; `python -m app.language.words CONTEXT.md` writes them
into the glossary that developers read.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from html import escape
from pathlib import Path

from app.language.languages import marked, translate
from core.base.files import read_file

_CONTEXT = "Words"
_BEGIN, _END = "<!-- words of the window: written by app/language/words.py -->", "<!-- end -->"

WORDS: Mapping[str, tuple[str, str]] = {
    "word image": (
        marked("Words", "word image"),
        marked("Words", "A cropped picture of one word or one text line."),
    ),
    "label": (
        marked("Words", "label"),
        marked(
            "Words",
            "All that is known of one word image: its text and its characters. Kept in NAME.json beside NAME.png.",
        ),
    ),
    "character": (
        marked("Words", "character"),
        marked("Words", "One symbol of a word, with its polygon and its order."),
    ),
    "polygon": (
        marked("Words", "polygon (P)"),
        marked(
            "Words",
            "The outline of a character in image pixels: x right, y down, the origin at the top-left corner of the "
            "top-left pixel, after EXIF orientation.",
        ),
    ),
    "shrunk polygon": (
        marked("Words", "shrunk polygon (P′)"),
        marked(
            "Words",
            "The polygon moved inward by area · (1 − shrink²) / perimeter; where the character map holds the symbol.",
        ),
    ),
    "order": (
        marked("Words", "order"),
        marked("Words", "The number of a character in the word, from 1, as the label file says it."),
    ),
    "rank": (
        marked("Words", "rank or position (k)"),
        marked(
            "Words",
            "The number of a character in reading order, from 1: the characters are sorted by their orders. Maps and "
            "messages count so.",
        ),
    ),
    "symbol": (
        marked("Words", "symbol"),
        marked("Words", "One Unicode code point after normalisation (NFC); upper and lower case differ."),
    ),
    "charset": (
        marked("Words", "charset"),
        marked(
            "Words",
            "The ordered list of symbols that a model can read. Id 0 is the background, ids 1 … C are the symbols.",
        ),
    ),
    "in step": (
        marked("Words", "in step"),
        marked(
            "Words",
            "Text and characters are in step where both give the same word. Where they do not, the label disagrees.",
        ),
    ),
    "ignored": (
        marked("Words", "ignored"),
        marked(
            "Words",
            "An ignored character is illegible. The character keeps its rank, stands for any one symbol, and teaches "
            "the network nothing.",
        ),
    ),
    "area": (
        marked("Words", "area"),
        marked("Words", "A painted bitmap that takes the place of the shrunk polygon."),
    ),
    "gaussian": (
        marked("Words", "Gaussian"),
        marked("Words", "A localization target set by hand: centre, two standard deviations, angle."),
    ),
    "character map": (
        marked("Words", "character map (G)"),
        marked("Words", "For every map pixel, which symbol it belongs to."),
    ),
    "order map": (
        marked("Words", "order map (S)"),
        marked(
            "Words", "For every map pixel, which position in the word it belongs to. H = Q · S is what positions weigh."
        ),
    ),
    "localization map": (
        marked("Words", "localization map (Q)"),
        marked("Words", "For every map pixel, how near it is to a character's centre, from 0 to 1."),
    ),
    "target": (
        marked("Words", "target, predicted"),
        marked("Words", "A target map is rendered from a label; a predicted map comes from a network."),
    ),
    "stride": (
        marked("Words", "stride"),
        marked("Words", "Input pixels for each map pixel: 1 gives the finest maps, 4 the fastest."),
    ),
    "word formation": (
        marked("Words", "word formation"),
        marked(
            "Words",
            "Reading the word off the three maps: position k has the symbol c with the largest sum of G_c · H_k.",
        ),
    ),
    "presence": (
        marked("Words", "presence"),
        marked(
            "Words",
            "The largest value of H_k: how surely position k holds a character. Below 0.3 the position is empty.",
        ),
    ),
    "gap": (
        marked("Words", "gap"),
        marked("Words", "An empty position before the word's last."),
    ),
    "ceiling": (
        marked("Words", "ceiling"),
        marked("Words", "The best reading that a network could reach: the label's own target maps, decoded."),
    ),
    "level": (
        marked("Words", "character-level, word-level"),
        marked("Words", "A label with polygons is character-level; a label with a text alone is word-level."),
    ),
    "draft": (
        marked("Words", "draft, reviewed, known"),
        marked(
            "Words",
            "A draft is a label, or a part of one, that a model made and nobody has accepted. Reviewed: a person has. "
            "Known is what a person or an import says: only that is truth and teacher. A label whose text, or all of "
            "whose characters, a model made is prelabelled.",
        ),
    ),
    "project": (
        marked("Words", "project"),
        marked("Words", "A folder of word images, subfolders too, with its choices in textscanner.json."),
    ),
    "tag": (
        marked("Words", "tag"),
        marked("Words", "A word that a person has put to an image, to find it again by the filter tag:."),
    ),
    "split": (
        marked("Words", "split"),
        marked(
            "Words",
            "Whether an image is for training or for validation: as a person says of it, else as the project chooses "
            "by chance or by folder.",
        ),
    ),
    "problem": (
        marked("Words", "problem"),
        marked(
            "Words", "A fault that a check has found in a label, an image or a project, with a fix where one is safe."
        ),
    ),
    "history": (
        marked("Words", "history"),
        marked("Words", "Every committed edit with before, after and time, in .textscanner/history."),
    ),
    "index": (
        marked("Words", "index"),
        marked("Words", "A cache of the facts about every image of a project; deleting it loses nothing."),
    ),
    "run": (
        marked("Words", "run, checkpoint, model"),
        marked(
            "Words",
            "A run is one training, kept in a folder; a checkpoint is its weights, optimizer and step at one moment; a "
            "model is a .keras file to predict with.",
        ),
    ),
    "reader": (
        marked("Words", "model that comes along"),
        marked(
            "Words",
            "The model in the package, called “reader”. Its card says its version and hash, what it was made of and "
            "how well it reads.",
        ),
    ),
    "cut": (
        marked("Words", "cut"),
        marked("Words", "The line between two neighbouring characters of a word that was divided."),
    ),
    "manner": (
        marked("Words", "manner"),
        marked(
            "Words",
            "How a model reads: with regard to case or without, from one crop of the image or from three.",
        ),
    ),
    "mixture": (
        marked("Words", "mixture"),
        marked("Words", "The three maps, each either predicted or the target: eight ways to form a word."),
    ),
    "blame": (
        marked("Words", "blame"),
        marked(
            "Words",
            "A branch of the network is to blame where its map, replaced by the target, makes a misread word right.",
        ),
    ),
    "repair": (
        marked("Words", "repair"),
        marked(
            "Words",
            "A change of predicted maps by hand or by search, to see what makes the word right; labels and targets "
            "stay as they are.",
        ),
    ),
    "cost": (
        marked("Words", "cost"),
        marked(
            "Words",
            "The cost of a branch over a folder: how many more words would be read right if its maps were the targets.",
        ),
    ),
    "ledger": (
        marked("Words", "ledger"),
        marked(
            "Words",
            "What became of each character of the validation words at every validation of a run: right, or which "
            "branch failed. A word is born where it is first read, and forgotten where it is misread for good after "
            "that.",
        ),
    ),
    "cross-check": (
        marked("Words", "cross-check"),
        marked(
            "Words",
            "Several trainings, each without one part (fold) of the images; each label is judged by the model that did "
            "not learn it.",
        ),
    ),
    "disagreement": (
        marked("Words", "disagreement"),
        marked(
            "Words",
            "How far a label is from what a model reads, in nats: the logarithm of 1 / p, where p is the probability "
            "that the label is right.",
        ),
    ),
}
"""The term and its meaning, English source texts, by a short name."""


def word(name: str) -> str:
    """A term in the present language, by one of the names in `WORDS`."""
    return translate(_CONTEXT, WORDS[name][0])


def meaning(name: str) -> str:
    """What a term means, in the present language, by one of the names in `WORDS`."""
    return translate(_CONTEXT, WORDS[name][1])


def explained(*names: str, before: str = "") -> Markup:
    """A tooltip that explains terms, a line each; as HTML, which Qt wraps.

    Parameters
    ----------
    before : str
        A sentence of its own before them.
    """
    lines = [f"<p>{escape(before)}</p>"] if before else []
    lines += [f"<p><b>{escape(word(name))}</b>: {escape(meaning(name))}</p>" for name in names]
    return Markup("".join(lines))


class Markup(str):
    """HTML of our own; texts in it that come from elsewhere are escaped."""


def plain_tip(text: str) -> str:
    """A text that a tool tip shows as it is: Qt takes what looks like HTML for HTML, and would open its pictures."""
    if not text or isinstance(text, Markup) or not {"<", "&"}.intersection(text):
        return text
    return Markup(f'<span style="white-space: pre-wrap">{escape(text)}</span>')


def written_into(glossary: str) -> str:
    """The text of CONTEXT.md with the words of the window in their place.

    Raises
    ------
    ValueError
        If the text has no such place.
    """
    before, found, rest = glossary.partition(_BEGIN)
    _, ended, after = rest.partition(_END)
    if not (found and ended):
        raise ValueError(f"the glossary has no lines {_BEGIN} and {_END}")
    rows = "\n".join(f"| **{term}** | {said} |" for term, said in WORDS.values())
    return f"{before}{_BEGIN}\n\n| word | meaning |\n|---|---|\n{rows}\n\n{_END}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(written_into(read_file(path).decode()), encoding="utf-8")
