"""Draft labels from predictions, and texts that the maps do not bear out."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely
from support.words.spoilt_maps import merged_positions, swapped_positions
from support.words.synthetic_maps import CHARSETS, SPEC, compact, overlap, probabilities, seen, synthetic_word

from core.analysis.drafts.prelabel import SUSPICIOUS, Suspect, place_along, prelabel
from core.analysis.text_placing import LEAST
from core.base.errors import LabelError
from core.labels.geometry import centroid, rectangle, transform
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.decoding import form_word
from core.labels.maps.render import render
from tests.support.words.evidence import evidence

ALL = CHARSETS["alnum"]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def draft(index: int, text: str | None, current: WordLabel | None = None) -> WordLabel | Suspect:
    label, size = synthetic_word(index)
    return prelabel(seen(label, size, ALL, rng(index)), size, SPEC, ALL, text, current)


def test_what_the_network_reads_becomes_a_draft():
    for index in range(20):
        label, _ = synthetic_word(index)
        made = draft(index, None)
        assert (made.text, made.reading, made.status) == (label.text, label.text, "draft")
        assert all(c.source == "model" and 0 < (c.score or 0) <= 1 for c in made.characters)
        assert min(overlap(a.polygon, b.polygon) for a, b in zip(made.in_order, label.in_order, strict=True)) > 0.7


def test_known_text_is_placed_on_its_characters():
    for index in range(20):
        label, _ = synthetic_word(index)
        made = draft(index, label.text)
        assert made.text == made.reading == label.text
        assert min(overlap(a.polygon, b.polygon) for a, b in zip(made.in_order, label.in_order, strict=True)) > 0.7


@pytest.mark.parametrize("text", [None, "il"])
def test_thin_characters_that_share_a_hump_share_its_width(text: str | None):
    boxes, size = (rectangle(30, 6, 42, 26), rectangle(42, 6, 54, 26)), (32, 128)
    thin = WordLabel(tuple(CharacterLabel(s, box, k) for k, (s, box) in enumerate(zip("il", boxes, strict=True), 1)))
    one = WordLabel((CharacterLabel("i", rectangle(30, 6, 54, 26), 1),))
    maps, wide = (probabilities(render(label, size, ALL, SPEC), len(ALL)) for label in (thin, one))
    predicted = compact(maps._replace(localization=wide.localization), ALL, size)
    made = prelabel(predicted, size, SPEC, ALL, text)
    label = made.label if isinstance(made, Suspect) else made
    assert [character.polygon for character in label.in_order] == [*boxes]


def test_known_text_is_placed_although_the_positions_are_confused():
    for index, spoil in [(0, swapped_positions), (1, merged_positions), (2, swapped_positions), (4, merged_positions)]:
        label, size = synthetic_word(index)
        targets = render(label, size, ALL, SPEC)
        maps = spoil(probabilities(targets, len(ALL), sure=0.98), targets, rng(index))
        predicted = compact(maps, ALL, size)
        assert predicted.word.text != label.text
        made = prelabel(predicted, size, SPEC, ALL, label.text)
        assert made.text == label.text
        assert min(overlap(a.polygon, b.polygon) for a, b in zip(made.in_order, label.in_order, strict=True)) > 0.7


def test_symbol_that_the_maps_do_not_show_gets_a_guessed_polygon_and_no_score():
    label, size = synthetic_word(1)
    maps = probabilities(render(label, size, ALL, SPEC), len(ALL))
    across = transform(label.in_order[3].polygon, SPEC.to_input(size))[:, 0] / SPEC.stride
    localization = maps.localization.copy()
    localization[:, int(across.min()) : int(across.max()) + 1] = 0
    found = prelabel(compact(maps._replace(localization=localization), ALL, size), size, SPEC, ALL, label.text)
    assert found.missing == (4,)
    assert [rank for rank, c in enumerate(found.label.in_order, 1) if c.score is None] == [4]
    assert found.label.reading == label.text
    guessed, right = found.label.in_order[3].polygon, label.in_order[3].polygon
    assert shapely.Polygon(guessed).contains(shapely.Point(centroid(right)))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda text: ("x" if text[0] != "x" else "y") + text[1:],
        lambda text: text[:-1],
        lambda text: text[:2] + "k" + text[2:],
        lambda text: "Q7" + text,
    ],
    ids=["another symbol", "one too few", "one too many", "two too many"],
)
def test_wrong_text_is_suspected_and_kept_as_it_is(wrong: Callable[..., Any]):
    for index in range(20):
        right = synthetic_word(index)[0].word
        found = draft(index, wrong(right))
        assert isinstance(found, Suspect), right
        assert found.odds >= SUSPICIOUS
        assert found.read == right
        assert found.label.text == found.label.reading == wrong(right)
        assert found.passed_over - len(found.missing) == len(right) - len(wrong(right))


def test_text_of_the_label_that_is_there_counts_as_known():
    label, _ = synthetic_word(3)
    made = draft(3, None, WordLabel(text=label.text, extra=(("note", '"keep"'),)))
    assert (made.text, made.reading, made.extra) == (label.text, label.text, (("note", '"keep"'),))


def test_reviewed_label_is_refused():
    label, _ = synthetic_word(3)
    with pytest.raises(LabelError, match="reviewed"):
        draft(3, None, WordLabel(text=label.text, status="reviewed"))
    with pytest.raises(LabelError, match="reviewed"):
        prelabel(
            seen(label, (60, 200), ALL), (60, 200), SPEC, ALL, current=replace(label, status="reviewed"), overwrite=True
        )


def test_characters_that_a_person_drew_are_replaced_only_on_request():
    label, size = synthetic_word(3)
    predicted = seen(label, size, ALL)
    with pytest.raises(LabelError, match="a person drew"):
        prelabel(predicted, size, SPEC, ALL, current=label)
    made = prelabel(predicted, size, SPEC, ALL, current=label, overwrite=True)
    assert {c.source for c in made.characters} == {"model"}


def test_earlier_draft_of_a_model_is_replaced():
    label, _ = synthetic_word(3)
    characters = (CharacterLabel("x", label.characters[0].polygon, source="model"),)
    for earlier in (WordLabel(characters), WordLabel(characters, "x", text_source="model")):
        made = draft(3, None, earlier)
        assert made.reading == made.text == label.text
        assert made.known is None


def test_boxes_that_are_drafted_for_a_known_text_leave_it_known():
    label, _ = synthetic_word(3)
    made = draft(3, None, WordLabel(text=label.text))
    assert made.known == WordLabel(text=label.text, status="draft")


def test_image_in_which_nothing_is_seen_shares_its_width_among_the_symbols():
    found = prelabel(seen(WordLabel(), (40, 120), ALL), (40, 120), SPEC, ALL, "abc")
    assert found.missing == (1, 2, 3)
    assert [c.polygon[0][0] for c in found.label.characters] == [0, 40, 80]


def test_image_in_which_nothing_is_read_becomes_an_empty_draft():
    assert prelabel(seen(WordLabel(), (40, 120), ALL), (40, 120), SPEC, ALL) == WordLabel(
        text="", status="draft", text_source="model"
    )


def test_alignment_is_the_likeliest_of_all():
    label, size = synthetic_word(1)
    predicted = seen(label, size, ALL, rng(1))
    right = place_along(list(label.word), predicted, size, SPEC, ALL)
    assert right.odds == pytest.approx(0, abs=1e-9)
    assert not right.passed_over
    # one symbol too many costs one symbol without a peak, not all behind it another one
    more = place_along([*label.word[:3], "q", *label.word[3:]], predicted, size, SPEC, ALL)
    assert [peak is None for peak in more.peaks] == [False] * 3 + [True] + [False] * 5
    assert more.odds == pytest.approx(-np.log(LEAST), abs=0.1)


def test_symbol_outside_the_charset_is_as_unlikely_as_can_be():
    label, size = synthetic_word(1)
    predicted = seen(label, size, ALL)
    placing = place_along(["签", *label.word[1:]], predicted, size, SPEC, ALL)
    assert placing.peaks[0] is not None
    assert placing.odds == pytest.approx(-np.log(LEAST), abs=0.1)


def test_model_that_reads_fainter_characters_has_a_polygon_for_each():
    label, size = synthetic_word(1)
    maps = probabilities(render(label, size, ALL, SPEC), len(ALL))
    faint = maps._replace(localization=maps.localization * 0.2)
    word = form_word(evidence(*faint), ALL, SPEC, size, score_threshold=0.1)
    made = prelabel(replace(compact(faint, ALL, size), word=word), size, SPEC, ALL)
    assert made.reading == label.text
    assert min(overlap(a.polygon, b.polygon) for a, b in zip(made.in_order, label.in_order, strict=True)) > 0.7
