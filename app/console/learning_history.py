"""The command `textscanner learning-history`: the fate of each validation word of a run, and how two runs differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.console.options import Json
from app.console.terminal import print_error, print_json, print_note, say
from core.base.errors import RunError, StudioError
from core.base.phrases import number_of

if TYPE_CHECKING:
    from core.analysis.learning.comparison import LearningComparison
    from core.analysis.learning.history import LearningHistory

_BY = ("symbol", "length", "position", "source")


def learning_history(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    other_run: Annotated[Path | None, typer.Argument(metavar="OTHER", help="Another run, to compare with.")] = None,
    by: Annotated[str, typer.Option(metavar="|".join(_BY), help="What to group by.")] = "symbol",
    symbol: Annotated[str | None, typer.Option(metavar="SYMBOL", help="Explain how this symbol is read.")] = None,
    as_json: Json = False,
) -> None:
    """List what a run read first when, what it forgot and never read. With OTHER, how another run fared."""
    if by not in _BY:
        raise typer.BadParameter(f'by: "{by}" is not one of {", ".join(_BY)}.')
    if other_run is not None and symbol is not None:
        raise typer.BadParameter("symbol: a symbol is explained of one run alone.")
    one = _read_learning_history(run)
    if other_run is not None:
        _compare(run, one, other_run, _read_learning_history(other_run), as_json)
    elif symbol is not None:
        _explain(run, one, symbol, as_json)
    else:
        _list(one, by, as_json)


def _read_learning_history(run: Path) -> LearningHistory:
    from core.runs.learning_history import read_learning_history

    read = read_learning_history(run)
    if read is None:
        raise RunError(
            "{run}: this run has no learning history. A training writes one from its first validation on.", run=run
        )
    if read.note:
        print_error(read.note)
    return read.learning_history


def _list(history: LearningHistory, by: str, as_json: bool) -> None:
    from core.analysis.learning.groups import GROUPINGS, grouped
    from core.analysis.learning.history import lives_of

    lives = lives_of(history.steps, history.exact)
    seen = [place for place in range(len(history.words)) if lives.seen[place]]
    if as_json:
        print_json(
            {
                "steps": history.steps.tolist(),
                "words": [
                    {
                        "image": history.words[place].image,
                        "target": history.words[place].target,
                        "first_learned": _step(int(lives.first_learned[place])),
                        "forgotten": _step(int(lives.forgotten[place])),
                    }
                    for place in seen
                ],
                "groups": {
                    grouping: [group.to_dict() for group in grouped(history, grouping)] for grouping in GROUPINGS
                },
            }
        )
        return
    never = sum(lives.first_learned[place] < 0 for place in seen)
    forgotten = sum(lives.forgotten[place] >= 0 for place in seen)
    say(
        f"{number_of(len(seen), 'word', 'words')} at {number_of(len(history), 'validation', 'validations')}: "
        f"{len(seen) - never - forgotten} read at the last, {forgotten} forgotten, {never} never read"
    )
    say(f"{by:16}{'number':>8}{'right':>8}{'never':>8}{'forgotten':>11}{'learned':>9}")
    for group in grouped(history, next(grouping for grouping in GROUPINGS if grouping == by)):
        first_learned = "-" if group.first_learned is None else f"{group.first_learned}"
        say(f"{group.key!s:16}{group.count:8}{group.right:8}{group.never:8}{group.forgotten:11}{first_learned:>9}")


def _compare(run: Path, one: LearningHistory, other_run: Path, second: LearningHistory, as_json: bool) -> None:
    from core.analysis.learning.comparison import compare_histories
    from core.runs.comparison import differences
    from core.runs.folder import stored_config

    choices = differences(stored_config(run), stored_config(other_run))
    comparison: LearningComparison = compare_histories(one, second)
    if as_json:
        print_json(
            {
                "configuration": [
                    {"name": choice.name, "values": [_plain(value) for value in choice.values]} for choice in choices
                ],
                "common": comparison.common,
                "counts": dict(comparison.counts),
                "words": [difference.to_dict() for difference in comparison.differences],
            }
        )
        return
    for choice in choices:
        say(f"{choice.name}: {choice.values[0]} → {choice.values[1]}")
    counts = ", ".join(f"{count} {change}" for change, count in comparison.counts.items())
    say(f"{number_of(comparison.common, 'word', 'words')} of both; the second run has {counts}")
    for word in comparison.differences:
        first_learned = " → ".join("never" if step is None else f"step {step}" for step in word.first_learned)
        say(f"{word.change:8}{word.target:20}{first_learned:28}{word.image}")


def _explain(run: Path, history: LearningHistory, symbol: str, as_json: bool) -> None:
    from core.analysis.learning.groups import explained, story_of

    story = story_of(history, symbol)
    trained = _trained(run, symbol)
    sentences = explained(story, trained)
    if as_json:
        print_json(story.to_dict() | {"trained": trained, "sentences": [str(sentence) for sentence in sentences]})
    else:
        say("\n".join(sentences))


def _trained(run: Path, symbol: str) -> Mapping[str, int] | None:
    """Return the number of training characters of a symbol in each folder of the run's project, or None.

    The folders are those of the project now. None means that the project cannot be read.
    """
    from core.data.samples.sources import read_project
    from core.project.project import Project
    from core.runs.folder import stored_config

    counts: Counter[str] = Counter()
    try:
        reader = read_project(Project.open(stored_config(run).folder), "train")
    except (StudioError, OSError) as error:
        print_note(f"The labels of the run's project are not counted: {error}")
        return None
    for place in range(reader.size):
        times = reader.label_of(place).word.count(symbol)
        if times:
            counts[reader.name_of(place).rpartition("/")[0]] += times
    return dict(counts)


def _step(step: int) -> int | None:
    return None if step < 0 else step


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)
