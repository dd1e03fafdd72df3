"""The report of the tour: one page of HTML beside the pictures, and some lines for the terminal."""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from app.language.figures import clock
from core.base.files import write_atomically
from tests.tour.guide import Outcome, Picture, State

NAME = "report.html"

_PICTURE = re.compile(r'<img src="(\d+-[\w-]+\.png)"')

_MARKS: dict[State, str] = {"seen": "✓", "not seen": "✗", "not taken": "–"}
_CLASSES: dict[State, str] = {"seen": "seen", "not seen": "missed", "not taken": "left"}
_SAID: dict[State, str] = {"seen": "seen to work", "not seen": "not seen to work", "not taken": "not taken"}

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --dim: #777; --seen: #2a8a3e; --missed: #c62828; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 74rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.7rem; margin-bottom: .2rem; }
h2 { font-size: 1.15rem; margin: 0; }
table { border-collapse: collapse; margin: 1rem 0 2rem; }
td { padding: .1rem .9rem .1rem 0; }
td:last-child { text-align: right; color: var(--dim); font-variant-numeric: tabular-nums; }
a { color: inherit; }
section { border-top: 1px solid var(--line); padding: 1rem 0 1.4rem; }
section p, section ul { margin: .3rem 0; }
.dim { color: var(--dim); }
.seen b { color: var(--seen); }
.missed b, .missed .trouble { color: var(--missed); }
.left b { color: var(--dim); }
.pictures { display: flex; flex-wrap: wrap; gap: .9rem; margin-top: .7rem; }
figure { margin: 0; width: 22rem; }
figure img { width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; display: block; }
figcaption { font-size: .85rem; color: var(--dim); }
"""


def page(outcomes: Sequence[Outcome], seconds: float, machine: str) -> str:
    """The report as HTML that needs nothing but the pictures beside it.

    `outcomes`: of all stages so far. `seconds`: the whole tour so far. `machine`: the machine of the tour, in a line.
    """
    rows = "\n".join(
        f'<tr class="{_CLASSES[each.state]}"><td><b>{_MARKS[each.state]}</b></td>'
        f'<td><a href="#stage-{number}">{escape(each.title)}</a></td><td>{clock(each.seconds)}</td></tr>'
        for number, each in enumerate(outcomes, 1)
    )
    sections = "\n".join(_section(number, each) for number, each in enumerate(outcomes, 1))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>A tour of TextScanner Studio</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>A tour of TextScanner Studio</h1>
<p>{escape(summary(outcomes, seconds))}<br/><span class="dim">{escape(machine)}</span></p>
<table>
{rows}
</table>
{sections}
</body>
</html>
"""


def summary(outcomes: Sequence[Outcome], seconds: float) -> str:
    """How many stages were seen to work, and how long it took, in a sentence."""
    seen = sum(each.state == "seen" for each in outcomes)
    return f"{seen} of {len(outcomes)} stages were seen to work, in {clock(seconds)} minutes."


def lines(outcome: Outcome) -> list[str]:
    """Return a stage in short: its outcome, and the observations."""
    head = f"{_MARKS[outcome.state]} {outcome.title}"
    if outcome.seconds:
        head += f" ({clock(outcome.seconds)})"
    return [head, *(f"    {sentence}" for sentence in (*outcome.seen, outcome.trouble) if sentence)]


def write(folder: Path, outcomes: Sequence[Outcome], seconds: float, machine: str) -> Path:
    """Write the page; gives its file.

    Raises FileWriteError if it cannot be written.
    """
    path = folder / NAME
    write_atomically(path, page(outcomes, seconds, machine).encode())
    return path


def clear(folder: Path) -> None:
    """Remove the pictures of an earlier report, which would lie among those of the next one; other files stay.

    Raises OSError if one cannot be read or removed.
    """
    path = folder / NAME
    if path.exists():
        for name in set(_PICTURE.findall(path.read_text("utf-8"))):
            (folder / name).unlink(missing_ok=True)
        path.unlink()


def _section(number: int, outcome: Outcome) -> str:
    seen = "".join(f"<li>{escape(sentence)}</li>" for sentence in outcome.seen)
    pictures = "".join(_figure(picture) for picture in outcome.pictures)
    parts = [
        f'<section id="stage-{number}" class="{_CLASSES[outcome.state]}">',
        f"<h2><b>{_MARKS[outcome.state]}</b> {number}. {escape(outcome.title)}</h2>",
        f'<p class="dim">{_SAID[outcome.state]}, {clock(outcome.seconds)}</p>',
        f"<p>{escape(outcome.done)}</p>",
        f'<p class="trouble">{escape(outcome.trouble)}</p>' if outcome.trouble else "",
        f"<ul>{seen}</ul>" if seen else "",
        f'<div class="pictures">{pictures}</div>' if pictures else "",
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def _figure(picture: Picture) -> str:
    name, caption = escape(picture.path.name, quote=True), escape(picture.caption, quote=True)
    return (
        f'<figure><a href="{name}"><img src="{name}" alt="{caption}" loading="lazy" width="{picture.width}" '
        f'height="{picture.height}"/></a><figcaption>{caption}</figcaption></figure>'
    )
