"""The description of a recogniser: its symbols, its pictures, its family."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import Damaged, ModelError
from core.readers.recogniser import (
    FAMILIES,
    Pictures,
    fitting_symbols,
    parse_symbols,
    pictures_from_dict,
    pictures_to_dict,
    read_symbols,
)


@given(st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=3), min_size=1))
def test_every_line_of_a_list_keeps_its_place(symbols: list[Any]):
    text = "\n".join(symbols)
    wanted = tuple(symbols[:-1] if symbols[-1] == "" else symbols)
    if wanted:
        assert parse_symbols(text) == wanted
        assert parse_symbols(text + "\n" if symbols[-1] else text) == wanted


def test_a_space_an_empty_line_and_odd_spaces_are_symbols_with_a_place(tmp_path: Path):
    path = tmp_path / "symbols.txt"
    path.write_bytes("a\r\n \r\n\r\n\u3000\r\n\u2028\r\n\x0b\r\nb\r\n".encode())
    assert read_symbols(path) == ("a", " ", "", "\u3000", "\u2028", "\x0b", "b")


def test_a_list_of_nothing_or_of_too_much_is_one_sentence(tmp_path: Path):
    path = tmp_path / "symbols.txt"
    path.write_bytes(b"")
    with pytest.raises(ModelError, match=r"symbols\.txt: no list of symbols \(it holds no symbol\)"):
        read_symbols(path)
    path.write_bytes(b"a\n" * 100_001)
    with pytest.raises(ModelError, match="at most 100,000 symbols are possible, and it holds 100,001"):
        read_symbols(path)
    with pytest.raises(ModelError, match="cannot be read"):
        read_symbols(tmp_path / "gone.txt")


def test_a_network_has_a_class_for_each_symbol_and_the_blank():
    assert fitting_symbols(("a", "b"), 3, "x", adds_space=True) == ("a", "b")
    assert fitting_symbols(("a", "b"), 4, "x", adds_space=True) == ("a", "b", " ")
    for classes, adds_space in ((4, False), (5, True), (2, True)):
        with pytest.raises(ModelError, match=f"x: it has {classes} classes, and the list has 2 symbols"):
            fitting_symbols(("a", "b"), classes, "x", adds_space=adds_space)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda family: family.id)
def test_pictures_go_through_json(family: Any):
    values = json.loads(json.dumps(pictures_to_dict(family.pictures)))
    assert pictures_from_dict(values) == family.pictures


@pytest.mark.parametrize(
    "change",
    [
        {"height": 0},
        {"width": 100_000},
        {"mean": (0.5, 0.5)},
        {"scale": (0.0,)},
        {"mean": (math.nan,)},
        {"scale": (math.inf,)},
        {"fit": "somehow"},
        {"channels": "cmyk"},
        {"fill": "white"},
    ],
)
def test_impossible_pictures_are_refused(change: dict[Any, Any]):
    with pytest.raises(Damaged):
        Pictures(**{"height": 32, "width": 100} | change)
