"""Measures and checks as a plug-in of others would bring them, right and wrong ones."""

from collections.abc import Iterator, Sequence
from typing import Any

from core.base.errors import Sentence
from core.charset import Charset
from core.labels.checks.problems import Problem, found
from core.labels.checks.shapes import Context
from core.model.metrics.metrics import WordScore


def first_letters(scores: Sequence[WordScore]) -> float | None:
    """The share of words whose first symbol is read rightly."""
    return sum(score.target[:1] == score.predicted[:1] for score in scores) / len(scores) if scores else None


def no_number(scores: Sequence[WordScore]) -> Any:
    return "many"


def no_finite_number(scores: Sequence[WordScore]) -> float:
    return float("nan")


def failing(*arguments: object) -> Any:
    raise KeyError("width")


def other_kind(context: Context, charset: Charset) -> Iterator[Problem]:
    yield found("order-gap", Sentence("something else."), context.name)


def no_problem(context: Context, charset: Charset) -> list[str]:
    return ["two spaces"]
