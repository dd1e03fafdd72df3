"""The names of the formats in the window."""

from __future__ import annotations

from app.language.format_titles import TITLES, title_of_format
from core.labels.formats.registry import formats


def test_every_format_has_a_title_that_can_be_translated() -> None:
    assert sorted(each.title for each in formats().values()) == sorted(TITLES)


def test_title_is_that_of_the_format_where_nothing_is_translated() -> None:
    assert title_of_format("wordlist") == formats()["wordlist"].title
