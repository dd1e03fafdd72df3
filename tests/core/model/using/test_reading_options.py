import string
from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np
import pytest
from support.networks.painted_words import centre, paint, painted_reader

from core.base.errors import DataError, ImageError
from core.labels.maps.decoding import ReadCharacter, ReadWord, word_of
from core.labels.maps.spec import MapSpec, Sigma
from core.model.network.saving import Recogniser
from core.model.using.prediction import Predictor
from core.model.using.reading_options import AUTO, CROPS, FOR_CODES, ReadingOptions, read_with_options, voted
from core.runs.spec import NetworkSpec

SPEC = NetworkSpec("small", tuple("aAbB"), MapSpec(height=32, width=64, stride=4, max_length=3))


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    return painted_reader()


def crop(shares: list[list[float]], presence: list[float]) -> dict[str, np.ndarray]:
    return {
        "shares": np.array(shares, np.float32),
        "presence": np.array(presence, np.float32),
        "centres": np.zeros((3, 2), np.float32),
        "ids": np.zeros(3, np.int32),
        "localization_map": np.zeros((8, 16), np.float32),
    }


def test_the_letter_is_chosen_by_the_sum_of_its_cases_and_then_the_likelier_case():
    shares = [[0.25, 0.30, 0.40, 0.0], [0.1, 0.1, 0.7, 0.1], [0.0, 0.0, 0.0, 0.0]]
    given = crop(shares, [0.9, 0.9, 0.0])
    with_case = read_with_options([given], SPEC, ReadingOptions())
    without = read_with_options([given], SPEC, ReadingOptions(ignore_case=True))
    assert with_case["ids"].tolist() == [3, 3, 0]
    assert without["ids"].tolist() == [2, 3, 0]
    assert without["scores"] == pytest.approx([0.55, 0.8, 0])
    assert without["confidence"] == pytest.approx(0.55 * 0.8)
    assert "shares" not in without


def test_with_a_language_the_spelling_chooses_the_symbol_and_the_whole_word_its_case():
    spec = SPEC.with_(charset=tuple(string.ascii_letters), language="en")
    seen = ({"a": 0.55, "A": 0.45}, {"t": 0.15, "T": 0.3, "x": 0.35, "X": 0.2}, {"a": 1.0})
    shares = [[position.get(symbol, 0.0) for symbol in spec.charset] for position in seen]
    found = read_with_options([crop(shares, [0.9, 0.9, 0.0])], spec, ReadingOptions(language_model=True))
    assert "".join(spec.charset[number - 1] for number in found["ids"] if number) == "AT"
    assert found["scores"] == pytest.approx([1, 0.45, 0])
    assert not found["gaps"].any()


@pytest.mark.parametrize(
    ("sigma", "is_turned", "text"),
    [("relative:0.25", False, "on"), ("relative:0.25", True, "On"), ("fixed:5", False, "On")],
)
def test_heights_speak_for_a_letter_case_if_the_map_shows_them(sigma: str, is_turned: bool, text: str):
    spec = SPEC.with_(
        charset=tuple(string.ascii_letters), language="en", maps=SPEC.maps.with_(sigma=Sigma.parse(sigma))
    )
    seen = ({"O": 0.9, "o": 0.1}, {"n": 1.0}, {"a": 1.0})
    given = crop([[position.get(s, 0.0) for s in spec.charset] for position in seen], [0.9, 0.9, 0.0])
    given["centres"] = np.array([(10, 14), (34, 14), (60, 14)], np.float32)
    given["localization_map"][2:6, [2, 8]] = 1.0  # both letters are as high
    found = read_with_options([given], spec, ReadingOptions(language_model=True), is_turned=is_turned)
    assert "".join(spec.charset[number - 1] for number in found["ids"] if number) == text


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (FOR_CODES, "OX"),
        (replace(FOR_CODES, ignore_case=True), "OX"),
        (ReadingOptions(crops=1), "Ox"),
        (ReadingOptions(crops=3), "Ox"),
    ],
)
def test_a_code_gets_the_likeliest_letter_case_of_a_whole_word(options: ReadingOptions, text: str):
    spec = SPEC.with_(charset=tuple(string.ascii_letters))
    seen = ({"O": 0.9, "o": 0.1}, {"X": 0.35, "x": 0.45, "K": 0.2}, {})
    given = crop([[position.get(s, 0.0) for s in spec.charset] for position in seen], [0.9, 0.9, 0.0])
    given["centres"] = np.array([(10, 14), (34, 14), (60, 14)], np.float32)
    given["localization_map"][2:6, [2, 8]] = 1.0
    found = read_with_options([given], spec, options)
    assert "".join(spec.charset[number - 1] for number in found["ids"] if number) == text


@pytest.mark.parametrize(("valley", "places", "gaps"), [(0.9, [1, 2], []), (0.1, [1, 3], [2])])
def test_a_letter_that_was_counted_twice_is_no_gap_and_the_next_moves_up(
    valley: float, places: list[Any], gaps: list[Any]
):
    spec = SPEC.with_(charset=tuple(string.ascii_letters), language="en")
    given = crop(np.eye(len(spec.charset))[[7, 7, 4]].tolist(), [0.9, 0.4, 0.9])  # h h e
    given["centres"] = np.array([(2, 2), (10, 2), (26, 2)], np.float32)
    given["localization_map"] = np.array([[1.0, valley, 1.0, 0.1, 0.1, 0.1, 1.0, 0.1]], np.float32)
    word = word_of(
        read_with_options([given], spec, ReadingOptions(language_model=True)), spec.charset, spec.maps, (32, 64)
    )
    assert word.text == "he"
    assert [word.place_of(character) for character in word.characters] == places
    assert [*word.gaps] == gaps


def test_crops_are_averaged():
    one = crop([[0.6, 0.0, 0.4, 0.0], [0.0] * 4, [0.0] * 4], [0.9, 0.2, 0.5])
    other = crop([[0.1, 0.0, 0.9, 0.0], [0.0] * 4, [0.0, 0.4, 0.0, 0.0]], [0.9, 0.2, 0.3])
    found = read_with_options([one, other], SPEC, ReadingOptions(crops=3))
    assert found["ids"].tolist() == [3, 0, 2]
    assert found["gaps"].tolist() == [False, True, False]
    assert found["presence"] == pytest.approx([0.9, 0.2, 0.4])


def read(text: str, *scores: float) -> ReadWord:
    characters = tuple(
        ReadCharacter(c, k, s, (0.0, 0.0)) for k, (c, s) in enumerate(zip(text, scores, strict=True), start=1)
    )
    return ReadWord(text, float(np.prod(scores)) if scores else 0.0, characters, ())


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ([read("at", 0.9, 0.9)], 0),
        ([read("ax", 0.9, 0.9), read("at", 0.5, 0.5), read("At", 0.6, 0.6)], 2),  # two against one, whatever the case
        ([read("ax", 0.9, 0.9), read("at", 0.3, 0.3), read("At", 0.2, 0.2)], 0),  # two that are sure of little
        ([read("atlas", 0.8, 0.8, 0.8, 0.8, 0.8), read("at", 0.7, 0.7)], 0),  # the mean, not the product
        ([read("on", 0.8, 0.8), read("no", 0.8, 0.8)], 0),
        ([read(""), read("a", 0.1)], 1),
        ([read(""), read("")], 0),
    ],
)
def test_the_text_that_most_crops_surely_say_is_chosen(words: list[Any], chosen: int):
    assert voted(words) is words[chosen]


def test_nothing_present_reads_as_nothing():
    found = read_with_options([crop([[0.2] * 4] * 3, [0.1, 0.1, 0.1])], SPEC, ReadingOptions(ignore_case=True))
    assert not (found["ids"].any() or found["gaps"].any() or found["confidence"])


def test_the_places_of_a_chosen_crop_are_those_in_the_image(reader: Recogniser):
    image = cv2.copyMakeBorder(paint("A1签"), 3, 3, 3, 3, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    (found,) = Predictor(reader, 1, options=ReadingOptions(crops=5)).read([image])
    (plain,) = Predictor(reader, 1).read([image])
    assert found.word.text == "A1签" != plain.word.text
    assert found.alone == plain.word
    assert [c.center for c in found.word.characters] == [
        pytest.approx((x + 3, y + 3), abs=1) for x, y in (centre(place) for place in range(3))
    ]


@pytest.mark.long
def test_only_a_doubtful_word_is_read_again_and_its_reading_stays_if_the_image_is_gone(reader: Recogniser):
    reader, loads = painted_reader(replace(reader.spec, language="en")), list[str]()
    framed = cv2.copyMakeBorder(paint("9A"), 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    options = {crops: ReadingOptions(crops=crops, language_model=True) for crops in (AUTO, 1, 5)}
    again, once, five = (Predictor(reader, 1, options=each).read([framed])[0].word for each in options.values())
    assert again.text == five.text != once.text
    assert again.probability == pytest.approx((once.probability + five.probability) / 2)

    def load(name: str, image: np.ndarray) -> np.ndarray:
        loads.append(name)
        if loads.count(name) > 1:
            raise ImageError("It is gone.")
        return image

    images = [(name, partial(load, name, image)) for name, image in (("clear", paint("A1")), ("doubtful", framed))]
    found = [*Predictor(reader, 2, options=options[AUTO]).predict(images)]
    assert loads == ["clear", "doubtful", "doubtful"]
    assert [each.word.text for each in found] == ["A1", once.text]


@pytest.mark.long
@pytest.mark.parametrize(("ignore_case", "crops"), [(True, 1), (False, 3), (True, 3), (False, 5)])
@pytest.mark.parametrize("with_maps", [True, False])
def test_a_clear_word_is_read_alike(reader: Recogniser, ignore_case: bool, crops: int, with_maps: bool):
    options = ReadingOptions(ignore_case=ignore_case, crops=crops)
    images = [paint("A1签"), paint("1A")]
    plain = Predictor(reader, 2).read(images)
    found = Predictor(reader, 2, options=options, with_maps=with_maps).read(images)
    assert [each.word.text for each in found] == [each.word.text for each in plain]
    assert [[c.center for c in each.word.characters] for each in found] == [
        [c.center for c in each.word.characters] for each in plain
    ]
    assert all((each.maps is not None) is with_maps for each in found)


def test_of_the_crops_some_lose_their_margins_and_two_of_five_repeat_the_rim():
    image = np.arange(50 * 100 * 3, dtype=np.uint32).astype(np.uint8).reshape(50, 100, 3)
    assert [part.shape[:2] for part in ReadingOptions(crops=3).crops_of(image)] == [(50, 100), (46, 96), (42, 92)]
    parts = ReadingOptions(crops=5).crops_of(image)
    assert [part.shape[:2] for part in parts] == [(50, 100), (46, 96), (54, 104), (42, 92), (58, 108)]
    for part, cut in zip(parts, ReadingOptions(crops=5).cuts((50, 100)), strict=True):
        rows, columns = np.clip(np.arange(cut, 50 - cut), 0, 49), np.clip(np.arange(cut, 100 - cut), 0, 99)
        np.testing.assert_array_equal(part, image[np.ix_(rows, columns)])
    assert all(part.size for crops in CROPS for part in ReadingOptions(crops=crops).crops_of(image[:1, :2]))


def test_reading_options_are_named_if_they_are_not_the_plain_ones_and_others_refused():
    assert ReadingOptions().to_dict() == {}
    assert ReadingOptions(ignore_case=True, crops=3).to_dict() == {"ignore_case": True, "crops": 3}
    assert ReadingOptions(crops=AUTO, language_model=True).to_dict() == {"crops": "auto", "language_model": True}
    with pytest.raises(DataError, match=r"crops: 2 is not possible. Choose one of auto, 1, 3, 5\."):
        ReadingOptions(crops=2)
