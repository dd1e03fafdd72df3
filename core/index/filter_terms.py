"""The terms of the filter above the image list with examples, from which its menu and the reference are made."""

from __future__ import annotations

from dataclasses import dataclass

from core.base.described import Described

CONTEXT = "FilterBar"  # translation context of the helps


@dataclass(frozen=True, slots=True)
class FilterTerm(Described):
    """A term of the filter, with an example as a person types it for its id."""

    title: str = ""
    """Empty, because the example itself is shown."""


TERMS = (
    FilterTerm("plate 07", help="both words in the name or the text"),
    FilterTerm('"two words"', help="exactly this, with its space"),
    FilterTerm("status:draft", help="also none, agreed, reviewed, unreadable, pending; status:draft,none: one of them"),
    FilterTerm("folder:scans", help="in this folder or below it; folder:.: in none"),
    FilterTerm("problem:any", help="has a problem; problem:order: of this kind"),
    FilterTerm(
        "tag:blurred", help="a tag begins with this; tag:any: there is one; Edit › Selected images › Tags… gives tags"
    ),
    FilterTerm("split:val", help="for validation; split:train: for training"),
    FilterTerm("len:>12", help="length of the word; also len:5 and len:3-8"),
    FilterTerm("char:Ä", help="the word has this symbol"),
    FilterTerm("score:<0.5", help="likewise probability: and loss:, of the last prediction"),
    FilterTerm("first-learned:>2000", help="the step at which the chosen run first read the word; also never and any"),
    FilterTerm("forgotten:any", help="the chosen run read the word and then misread it for good"),
    FilterTerm("never-read:q", help="the chosen run never read this symbol in the word"),
    FilterTerm("never-read-at:3", help="the chosen run never read the third character of the word"),
    FilterTerm(
        "second:sooner", help="words that the second of two compared runs read sooner; also later, gained, lost"
    ),
    FilterTerm("read:wrong", help="read differently from the label; also read:right"),
    FilterTerm(
        "readers:differ", help="several readers read different texts; also same, and case: only case or marks differ"
    ),
    FilterTerm("reads:pizza", help="some reader, of this program or another, reads this text"),
    FilterTerm(
        "fault:order", help="misread because of this branch; also class, localization, aid, upper-bound, charset, label"
    ),
    FilterTerm("misread:Ä", help="this symbol was misread; misread-at:3: the third; confused:O/0: O read as 0"),
    FilterTerm("sure:0.9-1", help="a character was read with a score in this range"),
    FilterTerm(
        "alone:this", help="of two models that are compared, only this one reads the word; also alone:other, alone:any"
    ),
    FilterTerm("-status:reviewed", help="a minus excludes a term"),
)
"""In the order of the menu."""
