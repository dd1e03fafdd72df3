"""What holds for every edit: random labels, random sequences of edits."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.geometry import centroid, is_rectangle, polygon_of, rectangle
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel

Edit = Callable[[WordLabel], WordLabel]
SIZE = (40, 90)

numbers = st.floats(-30, 120, allow_nan=False)
points = st.tuples(numbers, numbers)
symbols = st.sampled_from("ABcé中 ")
typed = symbols | st.just("###")
boxes = st.builds(
    lambda x, y, w, h: rectangle(x, y, x + w, y + h),
    st.integers(0, 80),
    st.integers(0, 30),
    st.integers(1, 15),
    st.integers(1, 15),
)
polygons = boxes | st.lists(points, min_size=3, max_size=6).map(polygon_of)
areas = st.builds(
    lambda x, y, rows: Area.from_array(x, y, np.array(rows)),
    st.integers(-3, 80),
    st.integers(-3, 30),
    st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=2, max_size=5).map(
        lambda rows: [[True, *row, True] for row in rows]
    ),
)
sigmas = st.floats(0.5, 20)
gaussians = st.builds(Gaussian, points, st.tuples(sigmas, sigmas), st.floats(-180, 180))


def character(polygon: tuple[tuple[float, float], ...], **keys: object) -> CharacterLabel:
    shape_type = "rectangle" if is_rectangle(polygon) else "polygon"
    return CharacterLabel(polygon=polygon, shape_type=shape_type, **keys)


characters = st.builds(
    character,
    polygon=polygons,
    symbol=typed,
    order=st.none() | st.integers(0, 6),
    area=st.none() | areas,
    gaussian=st.none() | gaussians,
    ignore=st.booleans(),
    source=st.sampled_from([None, "model"]),
    score=st.none() | st.floats(0, 1),
    extra=st.sampled_from([(), (("group_id", "3"),)]),
)


@st.composite
def labels(draw: st.DrawFn) -> WordLabel:
    label = WordLabel(
        tuple(draw(st.lists(characters, max_size=6))), status=draw(st.sampled_from([None, "draft", "reviewed"]))
    )
    text = draw(st.sampled_from(["in step", "other", "none"]))
    if text == "in step":
        return replace(label, text="".join(draw(symbols) if c.is_ignored else c.symbol for c in label.in_order))
    return replace(label, text=draw(st.text("ABc中", max_size=6)) if text == "other" else None)


@st.composite
def edit_of(draw: st.DrawFn, name: str, label: WordLabel) -> Edit:
    count = len(label.characters)
    place = draw(st.integers(0, max(count - 1, 0)))
    several = draw(st.lists(st.integers(0, max(count - 1, 0)), min_size=1, max_size=4))
    x, y = draw(points)
    arguments: dict[str, Callable[[], tuple[object, ...]]] = {
        "accept": lambda: (several,),
        "add": lambda: (draw(typed), draw(polygons), draw(st.none() | st.integers(1, count + 1))),
        "clear_area": lambda: (several,),
        "clear_gaussian": lambda: (several,),
        "delete": lambda: (several,),
        "duplicate": lambda: (several, x, y),
        "erase": lambda: (place, draw(st.lists(points, max_size=4)), draw(st.floats(0.1, 9)), SIZE),
        "insert_vertex": lambda: (place, x, y, draw(st.integers(0, 3))),
        "mark_draft": lambda: (),
        "mark_reviewed": lambda: (datetime(2025, 1, 31, 12, tzinfo=UTC),),
        "merge": lambda: (several,),
        "move": lambda: (several, x, y),
        "move_cut": lambda: (draw(st.integers(1, max(count - 1, 1))), x, y),
        "move_to_rank": lambda: (place, draw(st.integers(1, max(count, 1)))),
        "move_vertex": lambda: (place, draw(st.integers(0, 3)), x, y),
        "nudge_all": lambda: (x, y),
        "paint": lambda: (place, draw(st.lists(points, max_size=4)), draw(st.floats(0.1, 9)), SIZE),
        "paste": lambda: (draw(st.lists(characters, max_size=2)), x, y, draw(st.none() | st.integers(1, count + 1))),
        "remove_vertex": lambda: (place, draw(st.integers(0, 3))),
        "renumber": lambda: (list(dict.fromkeys(several)),),
        "retype": lambda: (several, draw(typed)),
        "reverse": lambda: (draw(st.none() | st.just(several)),),
        "rotate": lambda: (several, draw(st.floats(-400, 400)), draw(points)),
        "scale": lambda: (several, draw(st.floats(0.2, 3)), draw(st.floats(0.2, 3)), (x, y)),
        "set_characters": lambda: (draw(st.lists(characters, max_size=3)),),
        "set_gaussian": lambda: (place, (x, y), (2.0, 3.0), 10.0),
        "set_ignored": lambda: (several, draw(st.booleans())),
        "set_polygon": lambda: (place, draw(polygons)),
        "set_text": lambda: (draw(st.none() | st.text("ABcé", max_size=7)), draw(st.sampled_from([None, SIZE]))),
        "slant_cuts": lambda: ([draw(st.integers(1, max(count - 1, 1)))], (x, y), x, y),
        "sort_along_baseline": lambda: (),
        "sort_left_to_right": lambda: (),
        "sort_top_to_bottom": lambda: (several,),
        "split": lambda: (place, (x, y), centroid(label.characters[place].polygon) if count else (1.0, 2.0)),
        "split_in_middle": lambda: (place,),
        "swap": lambda: (place, draw(st.integers(0, max(count - 1, 0)))),
        "to_word_level": lambda: (),
    }
    chosen = arguments[name]()
    return lambda given: getattr(edits, name)(given, *chosen)


REORDERS = {
    "move_to_rank",
    "renumber",
    "reverse",
    "sort_along_baseline",
    "sort_left_to_right",
    "sort_top_to_bottom",
    "swap",
}
RESHAPES = {
    "insert_vertex",
    "move",
    "move_cut",
    "move_vertex",
    "nudge_all",
    "remove_vertex",
    "rotate",
    "scale",
    "set_polygon",
    "slant_cuts",
}
RECOUNTS = {"add", "delete", "duplicate", "merge", "paste", "set_characters", "split", "split_in_middle"}
TEXT_AND_MARKS = {"set_ignored", "set_text", "to_word_level"}


def in_step(label: WordLabel) -> bool:
    text = None if label.text is None else unicodedata.normalize("NFC", label.text)
    return text is not None and len(text) == len(label.characters) and not label.disagrees


def ranks_are_gapless(label: WordLabel) -> bool:
    effective = [c.order or place + 1 for place, c in enumerate(label.characters)]
    return sorted(effective) == list(range(1, len(effective) + 1))


MARKS = {"accept", "clear_area", "clear_gaussian", "erase", "mark_draft", "mark_reviewed", "paint", "set_gaussian"}
NAMES = sorted(REORDERS | RESHAPES | RECOUNTS | TEXT_AND_MARKS | MARKS | {"retype"})


def test_the_edits_that_are_tried_are_all_that_there_are():
    assert set(NAMES) == {name for name, edit in vars(edits).items() if callable(edit)}


def apply(label: WordLabel, name: str, edit: Edit) -> WordLabel:
    """The label after an edit, or as it was where that is refused; checked for what every edit promises."""
    before = repr(label)
    try:
        after = edit(label)
    except LabelError as error:
        assert str(error)[-1] == "."  # a sentence that says what to do
        assert "\n" not in str(error)
        assert repr(label) == before
        return label
    assert repr(label) == before
    assert edit(label) == after  # no hidden state
    check(name, label, after)
    return after


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=settings().max_examples // 2)
@given(label=labels(), data=st.data())
def test_each_edit_keeps_what_a_label_promises(name: Any, label: Any, data: Any):
    apply(label, name, data.draw(edit_of(name, label)))


@given(labels(), st.data())
def test_every_sequence_of_edits_keeps_what_a_label_promises(label: Any, data: Any):
    for _ in range(4):
        name = data.draw(st.sampled_from(NAMES))
        label = apply(label, name, data.draw(edit_of(name, label)))


def check(name: str, before: WordLabel, after: WordLabel) -> None:
    old = set(before.characters)
    for character in after.characters:
        polygon = character.polygon
        assert len(polygon) >= 3
        assert all(np.isfinite(value) for corner in polygon for value in corner)
        if all(polygon != c.polygon for c in before.characters) and name not in {"paste", "set_characters"}:
            assert all(value == round(value, 2) for corner in polygon for value in corner)
        assert character.shape_type == "polygon" or is_rectangle(polygon)
        if character.area is not None and all(character.area != c.area for c in before.characters):
            assert character.area.pixels.any()
        unordered = {replace(c, order=None) for c in old}
        if replace(character, order=None) not in unordered and name not in {"set_text", "set_characters"}:
            assert character.source is None  # what a person touched is a person's
    assert after.extra == before.extra
    if name in REORDERS | RECOUNTS and after is not before:
        assert ranks_are_gapless(after)
    if name in REORDERS:
        assert [replace(c, order=None) for c in after.characters] == [replace(c, order=None) for c in before.characters]
        assert sorted(after.text or "") == sorted(before.text or "")
    if name in RESHAPES | {"paint", "erase", "set_gaussian", "clear_area", "clear_gaussian", "accept"}:
        assert after.text == before.text
        assert [c.symbol for c in after.characters] == [c.symbol for c in before.characters]
        assert [c.order for c in after.characters] == [c.order for c in before.characters]
    if name not in {"mark_draft", "mark_reviewed"}:
        assert (after.status, after.reviewed_at) == (before.status, before.reviewed_at)
    if before.text is None and name not in {"set_text", "to_word_level"}:
        assert after.text is None
    if name not in TEXT_AND_MARKS:
        if in_step(before):
            assert in_step(after)
        else:
            assert after.text == before.text
    if name == "set_text" and after.text is not None:
        assert not after.disagrees


@given(labels(), st.data())
def test_characters_that_are_not_chosen_stay_the_same_objects(label: Any, data: Any):
    chosen = data.draw(st.sets(st.integers(0, 5)).map(lambda places: {p for p in places if p < len(label.characters)}))
    for after in (
        edits.move(label, chosen, 1.5, -2),
        edits.retype(label, chosen, "X"),
        edits.scale(label, chosen, 1.25, 1.25, (0, 0)),
        edits.rotate(label, chosen, 10, (0, 0)),
        edits.clear_area(label, chosen),
        edits.set_ignored(label, chosen),
        edits.accept(label, chosen),
    ):
        for place, (a, b) in enumerate(zip(label.characters, after.characters, strict=True)):
            assert place in chosen or a is b


@given(labels())
def test_edits_that_change_nothing_give_the_label_itself_draft_marks_and_all(label: Any):
    everyone = range(len(label.characters))
    assert edits.move(label, everyone, 0, 0) is label
    assert edits.scale(label, everyone, 1, 1, (0, 0)) is label
    assert edits.rotate(label, everyone, 0, (0, 0)) is label
    assert edits.delete(label, []) is label
    assert edits.paste(label, []) is label
    assert edits.accept(label, []) is label
    assert edits.set_text(label, label.text) == label or label.disagrees
    for place in everyone:
        same = label.characters[place]
        assert edits.set_polygon(label, place, same.polygon) is label
        assert edits.move_vertex(label, place, 0, *same.polygon[0]) is label
        assert edits.retype(label, [place], same.symbol) is label
        assert edits.set_ignored(label, [place], same.ignore) is label


@given(labels())
def test_reordering_forth_and_back_gives_the_reading_again(label: Any):
    assert edits.reverse(edits.reverse(label)).ranking == label.ranking
    tidy = edits.renumber(label, label.ranking)
    assert tidy.ranking == label.ranking
    assert edits.renumber(edits.sort_left_to_right(tidy), label.ranking).reading == label.reading


@pytest.mark.parametrize("name", NAMES)
def test_every_edit_says_in_its_first_line_what_it_does(name: Any):
    document = getattr(edits, name).__doc__
    assert document
    assert document.splitlines()[0].endswith((".", ";"))
