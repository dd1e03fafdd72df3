"""Target maps and word formation from Python."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.processes.python import run_python

import textscanner
from core.labels.geometry import rectangle
from textscanner import CharacterLabel, MapSpec, WordLabel

LABEL = WordLabel(tuple(CharacterLabel(symbol, rectangle(x, 4, x + 20, 28)) for symbol, x in (("b", 4), ("a", 34))))
SIZE = (32, 64)


@pytest.mark.parametrize(
    ("choices", "options"),
    [
        ({}, []),
        ({"stride": 2, "shrink": 0.7, "sigma": "fixed:5"}, ["--stride", 2, "--shrink", 0.7, "--sigma", "fixed:5"]),
    ],
    ids=["default", "chosen"],
)
@pytest.mark.parametrize("is_project", [True, False], ids=["in a project", "without textscanner.json"])
def test_maps_of_an_image_are_the_arrays_that_the_command_writes(
    words: Path, choices: dict[Any, Any], options: list[Any], is_project: bool
):
    if not is_project:
        (words / "textscanner.json").unlink()
    run_python("-m", "app", "maps", words / "word_00002.png", "--out", words.parent / "maps", *options)
    arrays = textscanner.target_maps(textscanner.open_project(words)[1], **choices).arrays()
    with np.load(words.parent / "maps" / "maps.npz") as written:
        assert set(written) == set(arrays)
        for name, array in arrays.items():
            np.testing.assert_array_equal(array, written[name])
            assert array.dtype == written[name].dtype


def test_maps_of_a_label_alone_spell_it(words: Path):
    maps = textscanner.target_maps(LABEL, SIZE, spec=MapSpec(height=32, width=64))
    assert maps.charset == ("a", "b")
    assert (maps.character.dtype, maps.order.dtype, maps.localization.dtype) == (np.int32, np.int32, np.float32)
    word = textscanner.decode(maps)
    assert (word.text, word.gaps) == ("ba", ())
    assert [character.center for character in word.characters] == [
        pytest.approx((14, 16), abs=1),
        pytest.approx((44, 16), abs=1),
    ]


def test_a_path_has_the_maps_of_its_image(words: Path):
    by_path = textscanner.target_maps("words/word_00001.png")
    np.testing.assert_array_equal(by_path.order, textscanner.target_maps(textscanner.open_project(words)[0]).order)


def test_arrays_of_any_program_are_decoded_as_targets_and_as_probabilities():
    spec = MapSpec(height=32, width=64)
    targets = textscanner.target_maps(LABEL, SIZE, spec=spec)
    arrays = {"character": targets.character, "order": targets.order, "localization": targets.localization}
    as_targets = textscanner.decode(arrays, charset="ab", spec=spec)
    probabilities = {
        "character": np.eye(3)[np.maximum(targets.character, 0)],
        "order": np.eye(spec.max_length + 1)[targets.order],
        "localization": targets.localization,
    }
    as_probabilities = textscanner.decode(probabilities, charset="ab", spec=spec)
    assert as_targets.text == as_probabilities.text == "ba"
    assert [c.center for c in as_targets.characters] == [c.center for c in as_probabilities.characters]


def test_wrong_arguments_are_errors_of_the_caller(words: Path):
    maps = textscanner.target_maps(LABEL, SIZE)
    with pytest.raises(TypeError, match="size"):
        textscanner.target_maps(LABEL)
    with pytest.raises(TypeError, match="size"):
        textscanner.target_maps("words/word_00001.png", SIZE)
    with pytest.raises(TypeError, match="charset"):
        textscanner.decode({})
    with pytest.raises(ValueError, match="no “order” in it"):
        textscanner.decode({"character": maps.character}, charset="ab", spec=maps.spec)
    with pytest.raises(ValueError, match="character is 64 × 256; by charset and spec it is 32 × 64"):
        textscanner.decode(maps.arrays(), charset="ab", spec=MapSpec(height=32, width=64))


def test_an_image_without_characters_ends_with_one_sentence(words: Path):
    (words / "word_00001.json").unlink()
    with pytest.raises(textscanner.StudioError, match=r"^word_00001\.png: there is no label"):
        textscanner.target_maps("words/word_00001.png")
    with pytest.raises(textscanner.StudioError, match="stride"):
        textscanner.target_maps("words/word_00002.png", stride=3)
