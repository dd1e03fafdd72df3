from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import DataError, ImageError, LabelError
from core.charset import ALNUM, Charset
from core.data.augmentation.augmentation import FULL
from core.data.batches.batches import collate, structure
from core.data.samples.samples import UNKNOWN_ID, LabelledWord, LeftOut, Preparation, Words, fit_image, prepare
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import IGNORE, render
from core.labels.maps.spec import MapSpec
from core.project.project import ProjectSettings

SPEC = MapSpec(height=32, width=64, stride=2, max_length=5)
PREPARATION = Preparation(Charset(tuple(ALNUM)), SPEC)


def spelled(text: str, symbols: str | None = None) -> WordLabel:
    """Characters side by side in an image of 20 × 60."""
    boxes = [rectangle(10 * k + 1, 3, 10 * k + 9, 17) for k in range(len(symbols or text))]
    return WordLabel(tuple(CharacterLabel(s, b) for s, b in zip(symbols or text, boxes, strict=True)), text)


def word(label: WordLabel, size: tuple[int, int] = (20, 60)) -> LabelledWord:
    return LabelledWord("a/b.png", np.full((*size, 3), 77, np.uint8), label)


class OneWord:
    name, size, passed_over = "one", 1, ()

    def __init__(self, found: LabelledWord | Exception) -> None:
        self.found = found

    def name_of(self, index: int) -> str:
        return "a/b.png"

    def label_of(self, index: int) -> WordLabel:
        raise NotImplementedError

    def read(self, index: int) -> LabelledWord:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_a_character_level_label_gets_the_maps_that_maps_renders():
    sample = prepare(word(spelled("Ab1")), PREPARATION)
    maps = render(spelled("Ab1"), (20, 60), PREPARATION.charset, SPEC)
    assert (sample.character == maps.character).all()
    assert (sample.order == maps.order).all()
    assert (sample.localization == maps.localization).all()
    assert sample.has_maps
    assert sample.text.tolist() == [ALNUM.index("A") + 1, ALNUM.index("b") + 1, 2, 0, 0]


def test_a_word_level_label_has_text_and_empty_maps():
    sample = prepare(word(WordLabel(text="Ab1")), PREPARATION)
    assert not sample.has_maps
    assert not sample.character.any()
    assert not sample.order.any()
    assert not sample.localization.any()
    assert sample.text.tolist() == prepare(word(spelled("Ab1")), PREPARATION).text.tolist()


def test_a_symbol_outside_the_charset_has_its_own_mark_in_a_character_level_text():
    sample = prepare(word(spelled("AéB")), PREPARATION)
    assert sample.text.tolist()[:3] == [11, UNKNOWN_ID, 12]
    assert (sample.character == IGNORE).any()


def test_an_illegible_character_still_has_the_letter_of_the_text():
    sample = prepare(word(spelled("ABC", ["A", "###", "C"])), PREPARATION)
    assert sample.text.tolist()[:3] == [11, 12, 13]


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        (WordLabel(), "neither text nor characters"),
        (WordLabel(text=""), "neither text nor characters"),
        (WordLabel(text="AéB"), r'"é" \(U\+00E9\) is not in the charset'),
        (WordLabel(text="ABCDEF"), "6 characters, more than max_length = 5"),
        (spelled("ABCDEF"), "6 characters, more than max_length = 5"),
        (spelled("AB", "AC"), 'the text "AB" and the characters "AC" differ'),
        (WordLabel((CharacterLabel("A", rectangle(100, 100, 120, 120)),)), "wholly outside the image"),
    ],
)
def test_what_cannot_be_learned_from_is_refused_with_its_name(label: Any, reason: str):
    with pytest.raises(LabelError, match=rf"^a/b\.png: .*{reason}"):
        prepare(word(label), PREPARATION)


def test_unknown_symbols_are_refused_where_the_project_says_so():
    strict = replace(PREPARATION, unknown="error")
    with pytest.raises(LabelError, match="is not in the charset"):
        prepare(word(spelled("AéB")), strict)


def test_the_projects_normalisation_applies_to_texts_and_symbols():
    settings = ProjectSettings(fold_full_width=True)
    folding = Preparation.of(settings, PREPARATION.charset, SPEC)
    for label in (spelled("Ａ１"), WordLabel(text="Ａ１")):
        assert prepare(word(label), folding).text.tolist()[:2] == [11, 2]


def test_decomposed_letters_count_as_one_symbol():
    accented = Preparation(Charset(("é",)), SPEC)
    assert prepare(word(WordLabel(text="e\u0301")), accented).text.tolist() == [1, 0, 0, 0, 0]


@given(
    size=st.tuples(st.integers(12, 150), st.integers(12, 150)),
    keep=st.booleans(),
    orientation=st.sampled_from(["auto", "horizontal", "vertical"]),
    at=st.tuples(st.floats(0.2, 0.8), st.floats(0.2, 0.8)),
)
def test_pixels_come_to_lie_where_the_spec_maps_points(
    size: tuple[Any, ...], keep: bool, orientation: Any, at: tuple[Any, ...]
):
    spec = MapSpec(height=64, width=128, keep_aspect=keep, orientation=orientation)
    height, width = size
    image = np.zeros((height, width, 3), np.uint8)
    x0, y0 = int(at[0] * (width - 6)), int(at[1] * (height - 6))
    image[y0 : y0 + 5, x0 : x0 + 5] = 255
    out = fit_image(image, spec)[:, :, 0].astype(float)
    y, x = np.indices(out.shape) + 0.5
    matrix = spec.to_input(size)
    expected = matrix[:, :2] @ (x0 + 2.5, y0 + 2.5) + matrix[:, 2]
    assert (x * out).sum() / out.sum() == pytest.approx(expected[0], abs=0.5)
    assert (y * out).sum() / out.sum() == pytest.approx(expected[1], abs=0.5)


@given(size=st.tuples(st.integers(1, 150), st.integers(1, 150)), keep=st.booleans())
def test_a_narrow_image_is_fitted_as_one_whose_rim_is_repeated(size: tuple[Any, ...], keep: bool):
    spec = MapSpec(height=32, width=64, keep_aspect=keep, padding=1.4)
    image = np.random.default_rng(0).integers(0, 256, (*size, 3)).astype(np.uint8)
    upright = np.rot90(image) if spec.is_turned(size) else image
    padded = np.pad(upright, ((0, 0), spec.rims(size), (0, 0)), mode="edge")
    wanted = fit_image(np.ascontiguousarray(padded), spec.with_(padding=None, orientation="horizontal"))
    differs = np.abs(fit_image(image, spec).astype(int) - wanted)
    assert differs.max() <= 1 and differs.mean() < 0.01  # rows are averaged before columns


@pytest.mark.parametrize("size", [(20_000, 1), (1, 20_000)])
@pytest.mark.parametrize("orientation", ["auto", "horizontal", "vertical"])
def test_a_very_narrow_image_needs_no_memory_for_its_padding(size: tuple[Any, ...], orientation: str):
    spec = SPEC.with_(orientation=orientation, padding=1.4)
    assert (fit_image(np.full((*size, 3), 200, np.uint8), spec) == 200).all()


def test_a_sample_of_a_narrow_word_is_padded_with_its_maps():
    padded = replace(PREPARATION, maps=SPEC.with_(padding=2.0))
    label = WordLabel((CharacterLabel("A", rectangle(2, 2, 18, 18)),), "A")
    sample, stretched = (prepare(word(label, (20, 20)), preparation) for preparation in (padded, PREPARATION))
    columns = [int((one.order > 0).any(axis=0).sum()) for one in (sample, stretched)]
    assert columns[0] == pytest.approx(columns[1] / 2, abs=1)
    assert (sample.character == render(label, (20, 20), padded.charset, padded.maps).character).all()


def test_what_a_resized_image_leaves_empty_has_the_padding_colour():
    spec = MapSpec(height=32, width=64, keep_aspect=True)
    out = fit_image(np.full((20, 20, 3), 9, np.uint8), spec, padding=130)
    assert (out[:, :32] == 9).all()
    assert (out[:, 32:] == 130).all()


def test_shrinking_averages_instead_of_picking_pixels():
    image = np.zeros((32, 640, 3), np.uint8)
    image[:, ::2] = 200
    assert np.unique(fit_image(image, MapSpec(height=32, width=64))).tolist() == [100]


@pytest.mark.parametrize("scale", [2, 48])
def test_a_small_image_and_a_large_one_are_shrunk_to_the_averages_of_their_blocks(scale: int):
    image = np.random.default_rng(scale).integers(0, 256, (32 * scale, 64 * scale, 3), np.uint8)
    averages = image.reshape(32, scale, 64, scale, 3).mean(axis=(1, 3))
    fitted = fit_image(image, MapSpec(height=32, width=64))
    assert np.abs(fitted - averages).max() <= 0.502


@pytest.mark.parametrize("size", [(32, 64), (10, 10)])
def test_the_fitted_image_shares_no_memory_with_the_one_given(size: tuple[Any, ...]):
    image = np.zeros((*size, 3), np.uint8)
    assert not np.shares_memory(image, fit_image(image, SPEC))


def test_a_batch_stacks_its_samples():
    samples = [prepare(word(label), PREPARATION) for label in (spelled("Ab1"), WordLabel(text="x"))]
    batch = collate(samples, SPEC)
    assert {key: (value.shape, value.dtype) for key, value in batch.items()} == {
        key: ((2, *shape), dtype) for key, (shape, dtype) in structure(SPEC).items()
    }
    assert batch["has_maps"].tolist() == [True, False]
    assert (batch["order"][0] == samples[0].order).all()


def test_a_sample_of_another_size_is_named():
    other = prepare(word(spelled("A")), replace(PREPARATION, maps=SPEC.with_(width=96)))
    with pytest.raises(DataError, match=r"a/b\.png: image is uint8 \(32, 96, 3\) where"):
        collate([other], SPEC)


def test_a_source_augments_only_with_a_random_state():
    image = np.random.default_rng(0).integers(0, 256, (20, 60, 3)).astype(np.uint8)
    source = Words(OneWord(LabelledWord("a/b.png", image, spelled("Ab1"))), PREPARATION, FULL)
    plain, again = source.sample(0, None), source.sample(0, None)
    changed = source.sample(0, np.random.default_rng(1))
    assert (plain.image == again.image).all()
    assert (plain.image != changed.image).any()
    assert (plain.text == changed.text).all()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ImageError("b.png: cannot be opened."), "a/b.png: cannot be opened."),
        (ImageError("a/b.png: cannot be opened."), "a/b.png: cannot be opened."),
        (ImageError("no pixels."), "a/b.png: no pixels."),
    ],
)
def test_a_sample_that_cannot_be_used_is_left_out_with_its_whole_name(error: Any, reason: str):
    source = Words(OneWord(error), PREPARATION)
    assert source.sample(0, None) == LeftOut("a/b.png", reason)


@pytest.mark.parametrize("text", ["###", "a\N{REPLACEMENT CHARACTER}"])
@pytest.mark.parametrize("symbols", [ALNUM, ALNUM + "#"])
def test_a_word_level_label_that_is_illegible_is_left_out_also_where_the_charset_has_its_signs(text: str, symbols: Any):
    preparation = replace(PREPARATION, charset=Charset(tuple(symbols)))
    with pytest.raises(LabelError, match=r"^a/b\.png: a part of it is illegible \(###\)"):
        prepare(word(WordLabel(text=text)), preparation)


def test_three_characters_that_are_number_signs_are_a_word():
    preparation = replace(PREPARATION, charset=Charset(("#",)))
    assert prepare(word(spelled("###", "###")), preparation).text.tolist() == [1, 1, 1, 0, 0]
