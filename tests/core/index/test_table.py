"""The list of images in memory: filtered and sorted."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.learning.groups import WordLife
from core.index.filters import parse_filter
from core.index.rows import ImageRow, IndexedPrediction, StoredProblem
from core.index.table import ImageTable, Sort, SortKey


def problem(name: str) -> StoredProblem:
    return StoredProblem(name, "error", "A sentence.")


ROWS = (
    ImageRow(
        "a/plate 1.png",
        "reviewed",
        "Ärger",
        5,
        "egrrÄ",
        split="val",
        own_split="val",
        tags=("blurred", "to ask"),
        prediction=IndexedPrediction("Arger", 0.8, 0.8, 2.0),
    ),
    ImageRow("a/plate 2.png", "draft", "GAP", 3, "AGP", problems=(problem("order-gap"), problem("order-double"))),
    ImageRow("b/plate 10.png", "none", tags=("blur",)),
    ImageRow("b/word.png", "unreadable", problems=(problem("unreadable-label"),)),
    ImageRow("b/中文.png", "draft", "中文标签", 4, "中文标签", prediction=IndexedPrediction("中文", 0.1, 0.5)),
)
NAMES = [*(row.image for row in ROWS), "c/new.png"]


@pytest.fixture
def table() -> ImageTable:
    table = ImageTable(NAMES)
    table.update(ROWS)
    return table


def seen(table: ImageTable, text: str = "", sort: SortKey = "name", descending: bool = False) -> list[int]:
    return [int(place) for place in table.visible(parse_filter(text), Sort(sort, descending))]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", [0, 1, 2, 3, 4, 5]),
        ("plate", [0, 1, 2]),
        ("PLATE 1", [0, 2]),
        ('"plate 1."', [0]),
        ("-plate", [3, 4, 5]),
        ("ÄRGER", [0]),
        ("A\u0308rger", [0]),
        ("标签", [4]),
        ("gap", [1]),
        ("pnggap", []),
        ("gap png", [1]),
        ("plate gap -b/", [1]),
        ("nothing", []),
        ("status:draft", [1, 4]),
        ("-status:draft", [0, 2, 3, 5]),
        ("status:pending", [5]),
        ("status:none", [2]),
        ("split:val", [0]),
        ("split:train", [1, 2, 3, 4]),
        ("tag:blur", [0, 2]),
        ('tag:"blur"', [2]),
        ("tag:any", [0, 2]),
        ('-tag:"to ask"', [1, 2, 3, 4, 5]),
        ("problem:order", [1]),
        ("problem:order-d", [1]),
        ("problem:any", [1, 3]),
        ("-problem:any", [0, 2, 4, 5]),
        ("problem:label", []),
        ("len:>3", [0, 4]),
        ("len:3-4", [1, 4]),
        ("len:<3", []),
        ("read:wrong", [0, 4]),
        ("read:right", []),
        ("-read:wrong", [1, 2, 3, 5]),
        ("fault:order", []),
        ("-len:>3", [1, 2, 3, 5]),
        ("score:<0.8", [4]),
        ("score:<=0.8", [0, 4]),
        ("loss:>1", [0]),
        ("probability:>.5", [0]),
        ("char:Ä", [0]),
        ("char:ä", []),
        ("char:GA", [1]),
        ("char:GX", []),
        ("-char:GA", [0, 2, 3, 4, 5]),
        ("plate status:draft len:3 char:P problem:order", [1]),
        ("len:> plate", [0, 1, 2]),
    ],
)
def test_a_filter_shows_the_images_that_satisfy_all_its_terms(table: ImageTable, text: str, places: list[Any]):
    assert seen(table, text) == places


@pytest.mark.parametrize(
    ("sort", "descending", "places"),
    [
        ("name", False, [0, 1, 2, 3, 4, 5]),
        ("name", True, [5, 4, 3, 2, 1, 0]),
        ("status", False, [3, 1, 4, 2, 5, 0]),
        ("problems", True, [1, 3, 0, 2, 4, 5]),
        ("score", False, [4, 0, 1, 2, 3, 5]),
        ("score", True, [0, 4, 1, 2, 3, 5]),
        ("probability", False, [4, 0, 1, 2, 3, 5]),
        ("loss", True, [0, 1, 2, 3, 4, 5]),
        ("length", True, [0, 4, 1, 2, 3, 5]),
    ],
)
def test_a_sort_puts_equal_ones_by_name_and_those_without_a_value_last(
    table: ImageTable, sort: str, descending: bool, places: list[Any]
):
    assert seen(table, "", sort, descending) == places


def test_a_filtered_list_is_sorted(table: ImageTable):
    assert seen(table, "plate", "problems", descending=True) == [1, 0, 2]


def test_a_filter_answers_alike_however_it_was_typed(table: ImageTable):
    text = "plate -gap len:<=5 -status:none char:Ä"
    for end in range(len(text) + 1):
        fresh = table.with_images(table.images)
        assert seen(table, text[:end]) == seen(fresh, text[:end])


def test_an_updated_row_is_found_and_sorted_by_its_new_values(table: ImageTable):
    assert seen(table, "", "length", descending=True)[0] == 0
    table.update([replace(ROWS[2], text="NEWNEWNEW", length=9, status="draft")])
    assert seen(table, "newnew") == [2]
    table.update([replace(ROWS[2], text="OTHER", length=9, status="draft")])
    assert seen(table, "newnew") == []
    assert seen(table, "", "length", descending=True)[0] == 2
    assert seen(table, "status:draft") == [1, 2, 4]


def test_a_row_that_has_lost_its_problems_and_prediction_is_no_longer_found_by_them(table: ImageTable):
    table.update([replace(ROWS[1], problems=()), replace(ROWS[0], prediction=None)])
    assert seen(table, "problem:order") == []
    assert seen(table, "loss:>1") == []
    assert table.problems_of(1) == ()


def test_rows_of_images_that_are_not_in_the_list_are_passed_over(table: ImageTable):
    changed = table.update([ImageRow("gone.png", "draft"), ROWS[1]])
    assert changed.tolist() == [1]


def test_what_is_known_of_an_image_stays_when_others_come_and_go(table: ImageTable):
    other = table.with_images(["a/new.png", NAMES[4], NAMES[1]])
    assert seen(other, "标签") == [1]
    assert seen(other, "problem:order") == [2]
    assert seen(other, "status:pending") == [0]
    assert seen(other, "plate 10") == []
    assert other.problems_of(2) == ("order-double", "order-gap")
    other.update([ImageRow("a/new.png", "draft", problems=(problem("tiny"),))])
    assert seen(other, "problem:tiny") == [0]
    assert seen(table, "problem:tiny") == []
    assert table.with_images([]).visible().tolist() == []
    assert len(table.with_images(["x.png"])) == 1


def test_the_counts_are_those_of_the_status_bar(table: ImageTable):
    counts = table.counts()
    assert (counts.images, counts.reviewed, counts.with_problems, counts.pending) == (6, 1, 2, 1)


def test_places_are_found_by_name(table: ImageTable):
    assert table.index_of("b/word.png") == 3
    assert table.index_of("missing.png") is None


def test_names_that_are_not_utf8_are_filtered_like_others():
    assert seen(ImageTable(["caf\udce9.png", "b.png"]), "CAF") == [0]


def test_the_list_that_is_shown_may_be_changed_by_its_receiver(table: ImageTable):
    table.visible()[0] = 99
    assert seen(table)[0] == 0


@given(st.lists(st.text("ab ", max_size=4), max_size=30), st.text("ab -", max_size=6))
def test_words_are_found_like_substrings_whatever_else_is_asked(texts: list[Any], typed: str):
    table = ImageTable(f"{number}" for number in range(len(texts)))
    table.update(ImageRow(f"{number}", "draft", text) for number, text in enumerate(texts))
    words = [part for part in typed.split(" ") if part not in ("", "-")]
    expected = [
        number
        for number, text in enumerate(texts)
        if all((word.removeprefix("-") in text) != word.startswith("-") for word in words)
    ]
    assert seen(table, typed) == expected


def test_words_are_found_by_what_a_run_learned_of_them(table: ImageTable):
    assert seen(table, "first-learned:any") == []
    table.use_learning_history({
        NAMES[0]: WordLife(2500, math.nan, ""),
        NAMES[1]: WordLife(100, 900, "AP", frozenset({"1", "3"})),
        NAMES[4]: WordLife(math.inf, math.nan, "中"),
        "gone.png": WordLife(1, 2, "x"),
    })  # fmt: skip
    assert seen(table, "first-learned:any") == [0, 1, 4]
    assert (
        seen(table, "first-learned:>2000") == [0]
        and seen(table, "first-learned:<=2000") == [1]
        and seen(table, "first-learned:never") == [4]
    )
    assert seen(table, "forgotten:any") == [1] and seen(table, "forgotten:>900") == []
    assert seen(table, "never-read:A") == seen(table, "never-read:AP") == [1] and seen(table, "never-read:AG") == []
    assert seen(table, "first-learned:any -never-read:中") == [0, 1]
    assert seen(table, "never-read-at:3") == [1] and seen(table, "never-read-at:2") == []
    table.use_learning_history({})
    assert seen(table, "first-learned:any") == seen(table, "never-read:A") == seen(table, "never-read-at:3") == []


def test_a_reading_is_right_where_the_project_finds_no_difference():
    table = ImageTable(["a.png", "b.png", "c.png"], str.casefold)
    table.update([
        ImageRow("a.png", "draft", "Word", 4, prediction=IndexedPrediction("WORD", 0.8)),
        ImageRow("b.png", "draft", "Word", 4, prediction=IndexedPrediction("Ward", 0.8)),
        ImageRow("c.png", "none", prediction=IndexedPrediction("Ward", 0.8)),
    ])  # fmt: skip
    assert seen(table, "read:right") == [0]
    assert seen(table, "read:w") == [1]
    table.use_model("another")
    assert seen(table, "read:w") == []


def test_an_image_is_found_by_its_folder_with_or_without_those_below():
    table = ImageTable(["x.png", "a/x.png", "a/b/x.png", "ab/x.png", "c/a/x.png"])
    assert seen(table, "folder:a") == seen(table, "folder:a/") == [1, 2]
    assert seen(table, "folder:a/.") == [1] and seen(table, "folder:a/b") == [2]
    assert seen(table, "folder:.") == [0] and seen(table, "-folder:.") == [1, 2, 3, 4]


def test_images_are_found_by_how_far_several_readers_agree(table: ImageTable):
    table.use_readings(
        {"a/plate 1.png": ["ARGER"], "a/plate 2.png": ["GAP", "GAP"], "b/中文.png": ["中立"], "gone.png": ["x"]}
    )
    assert seen(table, "readers:case") == [0]
    assert seen(table, "readers:same") == [1]
    assert seen(table, "readers:diff") == [4]
    assert seen(table, "-readers:any") == [2, 3, 5]
    assert seen(table, "reads:arg") == [0]
    assert seen(table, "reads:中") == [4]
    assert seen(table.with_images(NAMES), "readers:case") == [0]
    table.use_readings({"a/plate 2.png": ["GAP"]})
    assert seen(table, "readers:any") == []


def test_readers_agree_anew_when_another_model_has_read(table: ImageTable):
    table.use_readings({"a/plate 1.png": ["Ärger"]})
    assert seen(table, "readers:case") == []
    assert seen(table, "readers:differ") == [0]
    read = IndexedPrediction("Ärger", 0.9)
    table.update([replace(ROWS[0], prediction=read)])
    assert seen(table, "readers:same") == [0]


def test_facts_are_found_by_their_terms_until_they_are_forgotten(table: ImageTable):
    table.set_facts("fault", {NAMES[0]: frozenset({"order", "class"}), NAMES[1]: frozenset({"charset"})})
    table.set_facts("confused", {NAMES[0]: frozenset({"Ä/A", "g/"})})
    assert seen(table, "fault:order") == seen(table, "fault:cl") == [0]
    assert seen(table, "fault:c") == [0, 1], "charset or class"
    assert seen(table, "-fault:order") == [1, 2, 3, 4, 5]
    assert seen(table, "confused:Ä/A confused:g/") == [0]
    assert seen(table, "confused:a/A") == []
    grown = table.with_images([*NAMES, "z.png"])
    assert seen(grown, "fault:order") == [0]
    table.set_facts("fault", None)
    assert seen(table, "fault:order") == []
