"""Readers of expected words and of the index, to be fuzzed."""

from __future__ import annotations

from pathlib import Path

from core.base.patterns import Pattern, PatternError
from core.index.index import Index, index_path
from core.model.using.expected import expected_spelling
from core.project.project import Project
from tests.fuzz.target import content, only, write


def make_patterns() -> None:
    write({
        "pattern.txt": r"(?i)[A-Z]{2}\d{5}|(粤|京)[^a-c\]]+?(?:x|\u0041){1,3}\p{Han}*",
        "words.txt": "粤B12345 AB00001\nxyz",
    })  # fmt: skip


def follow_pattern() -> None:
    text = content("pattern.txt").decode(errors="replace")
    try:
        pattern = Pattern(text)
    except PatternError:
        return
    for word in content("words.txt").decode(errors="replace").split()[:5]:
        assert not pattern.matches(word) or pattern.begins(word[:-1])
        pattern.following(word[:3], "AB1粤x")


def read_expected() -> None:
    expected_spelling.cache_clear()
    expected_spelling("words.txt", tuple("AB01粤"), ignore_case=False)


def make_index() -> None:
    """Keep the index of the project in the current folder, and nothing else."""
    with Index.open(Project.open(Path().absolute()), Path("cache")) as index:
        index.refresh()
    only(index_path(Path().absolute(), Path("cache")))


def read_index() -> None:
    with Index.open(Project.open(Path().absolute()), Path("cache")) as index:
        for row in index.rows():
            index.row(row.image)
        index.charset()
        index.refresh()
