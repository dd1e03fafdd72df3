"""The style of a folder's words, counted from its images and labels."""

import pickle
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from core.charset import ALNUM, Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene import draw_pair
from core.data.drawing.scene_effects import SCENE
from core.data.drawing.style import FolderStyle, folder_style_of, in_style, pair_of
from core.data.drawing.synthesis import layout_of, sample, text_of
from core.data.drawing.texts.scene_words import SceneWords
from core.labels.label import CharacterLabel, WordLabel

RED, CREAM = (200, 20, 20), (240, 230, 200)


def word(text: str, height: int = 40, *, polygons: bool = True) -> tuple[NDArray[np.uint8], WordLabel]:
    """A picture with a bar of ink for each symbol, 10 px from the rim at each side."""
    image = np.empty((height, 20 + 20 * len(text), 3), np.uint8)
    image[:] = CREAM
    characters = []
    for place, symbol in enumerate(text):
        x = 10 + 20 * place
        image[10 : height - 10, x + 4 : x + 16] = RED
        box = ((x, 10), (x + 20, 10), (x + 20, height - 10), (x, height - 10))
        characters.append(CharacterLabel(symbol, tuple((float(a), float(b)) for a, b in box), order=place + 1))
    return image, WordLabel(tuple(characters) if polygons else (), text)


def standing(text: str) -> tuple[NDArray[np.uint8], WordLabel]:
    """A narrow picture with a bar of ink for each symbol, 20 px one below another, 5 px from the rim at each side."""
    image = np.empty((20 * len(text), 22, 3), np.uint8)
    image[:] = CREAM
    characters = []
    for place, symbol in enumerate(text):
        y = 20.0 * place
        image[20 * place + 4 : 20 * place + 16, 5:17] = RED
        box = ((5.0, y + 4), (17.0, y + 4), (17.0, y + 16), (5.0, y + 16))
        characters.append(CharacterLabel(symbol, box, order=place + 1))
    return image, WordLabel(tuple(characters), text)


def turned(text: str) -> tuple[NDArray[np.uint8], WordLabel]:
    """The lying word turned clockwise by a quarter: tall, too, but its letters are on their side."""
    image, label = word(text)
    height = image.shape[0]
    characters = tuple(
        CharacterLabel(c.symbol, tuple((height - y, x) for x, y in c.polygon), order=c.order) for c in label.characters
    )
    return np.rot90(image, -1), WordLabel(characters, text)


def style(*texts: str, times: int = 1) -> FolderStyle:
    return folder_style_of(word(text) for _ in range(times) for text in texts)


@pytest.mark.parametrize("polygons", [True, False])
def test_colours_of_text_and_ground_are_those_of_the_picture(polygons: bool):
    found = folder_style_of([word("abc", polygons=polygons)])
    assert found.pairs[0] == pytest.approx((*RED, *CREAM), abs=2)


def test_a_picture_too_small_has_no_colours():
    assert pair_of(np.zeros((4, 4, 3), np.uint8), [(0, 0, 4, 4)]) is None


def test_lengths_letter_cases_and_numbers_are_counted():
    found = style("SALE", "open", "Cafe", "eBay", "24h", "7")
    assert found.words == 6
    assert found.lengths == (1, 0, 1, 4)
    assert found.cases == (1, 2, 1, 1)
    assert found.codes == 2
    assert (found.shortest, found.longest) == (1, 4)


def test_no_word_has_no_style():
    assert folder_style_of([]) is None
    assert folder_style_of([(word("a")[0], WordLabel())]) is None


def test_sizes_and_margins_are_believed_from_twenty_words_on():
    assert style("abc", times=19).height is None
    found = style("abc", times=20)
    assert found.height == (40, 40)
    assert np.array(found.margins) == pytest.approx(np.full((4, 2), 0.5))
    scene = in_style(SCENE, found)
    assert (scene.height, scene.left, scene.blur) == (found.height, found.margins[0], SCENE.blur)


def test_few_words_count_little_and_many_much():
    assert style("abc").weight < 0.05
    assert style("abc", times=450).weight == pytest.approx(0.9)


def test_words_that_are_read_downwards_are_counted_and_measured_lying():
    found = folder_style_of([standing("EXIT")] * 5 + [turned("EXIT")] * 5 + [standing("I")] * 5 + [word("EXIT")] * 15)
    assert found.standing == 5
    assert folder_style_of([standing("EXIT")] * 20).height == (22, 22), "across the reading direction"


def test_synthetic_words_stand_as_often_as_the_folders():
    found = folder_style_of([standing("EXIT")] * 100 + [word("EXIT")] * 100)
    config = prepare(Charset(tuple(ALNUM)), SCENE, (2, 6), style=found).config
    layouts = [layout_of(config, 1, index) for index in range(300)]
    assert np.mean([layout.vertical for layout in layouts]) == pytest.approx(0.4, abs=0.08)
    downwards = next(layout for layout in layouts if layout.vertical and len(layout.symbols) > 3)
    middles = [polygon.mean(axis=0) for polygon in downwards.polygons]
    assert np.ptp(middles, axis=0)[1] > 3 * np.ptp(middles, axis=0)[0]
    assert np.all(np.diff(middles, axis=0)[:, 1] > 0)


def test_a_run_says_that_words_of_the_folder_are_read_downwards():
    found = folder_style_of([standing("EXIT")] * 20 + [word("EXIT")] * 20)
    recipe = prepare(Charset(tuple(ALNUM)), SCENE, (2, 6), style=found)
    assert any("50 % of the folder's words are read downwards" in note for note in recipe.notes)
    assert not any("downwards" in note for note in prepare(Charset(tuple(ALNUM)), SCENE, (2, 6)).notes)


def test_synthetic_words_have_the_folders_colours_in_their_share():
    found = style("abc", times=150)
    rng = np.random.Generator(np.random.PCG64(1))
    own = np.array((*RED, *CREAM), float)
    pairs = [np.concatenate(draw_pair(rng, SCENE, found)) for _ in range(400)]
    near = np.mean([np.abs(pair - own).max() < 30 for pair in pairs])
    assert near == pytest.approx(0.75, abs=0.08)


def test_synthetic_words_have_the_folders_lengths_and_letter_case():
    found = style("SALE", "STOP", times=500)
    words = SceneWords(tuple(ALNUM), (4, 4), (), found)
    rng = np.random.Generator(np.random.PCG64(1))
    texts = [words.draw(rng).text for _ in range(500)]
    assert {len(text) for text in texts} == {4}
    cases = Counter(text.isupper() for text in texts)
    assert cases[True] > 0.8 * len(texts)
    plain = SceneWords(tuple(ALNUM), (4, 4))
    assert Counter(plain.draw(rng).text.isupper() for _ in range(500))[True] < 0.7 * 500


def test_a_style_reaches_the_drawing_in_another_process():
    found = style("SALE", times=60)
    config = prepare(Charset(tuple(ALNUM)), SCENE, (2, 6), style=found).config
    synthetic = sample(pickle.loads(pickle.dumps(config)), 3, 5)
    assert np.array_equal(synthetic.image, sample(config, 3, 5).image)
    assert synthetic.image.shape[0] == 40
    assert layout_of(config, 3, 5).size[0] == 40


def test_words_in_the_style_of_a_folder_of_codes_are_mostly_of_their_pattern():
    of_codes = style(*(f"SN-{number}" for number in range(1000, 1200)))
    recipe = prepare(Charset(tuple("SN-0123456789")), SCENE, (1, 9), style=of_codes)
    texts = [text_of(recipe.config, 0, index).text for index in range(300)]
    own = [of_codes.writing.has([text]) for text in texts]
    assert 0.7 < np.mean(own) < 0.9, "200 known words count four fifths"
    assert len({text for text, is_own in zip(texts, own, strict=True) if is_own}) > 60, "and not the known ones alone"
    assert "80 % of the synthetic words have the form of all texts of the folder: “SN-1”, 3 digits." in recipe.notes
