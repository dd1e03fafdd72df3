"""Word formation in the network: held to the one in NumPy, and to words whose maps are known."""

import keras
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.networks.rounding import rounding
from support.words.boxes import boxed

from core.charset import Charset
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.certainty import UNKNOWN
from core.labels.maps.decoding import form_word
from core.labels.maps.render import MapSpec, render
from core.model.network.branches import CLASS_FEATURES
from core.model.network.formation import READ_SHARE, WordFormation
from core.runs.spec import NetworkSpec
from tests.support.words.evidence import evidence

CHARSET = Charset(tuple("abcdefghij"))
MAPS = MapSpec(height=32, width=64, stride=2, max_length=6)
SPEC = NetworkSpec("small", CHARSET.symbols, MAPS)
PRESENCE_ROUNDING = rounding(terms=MAPS.max_length + 1 + 4)  # of Q times a probability of the softmax over positions
Arrays = dict[str, np.ndarray]


def softmax(logits: np.ndarray) -> np.ndarray:
    powers: np.ndarray = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def read(maps: Arrays, spec: NetworkSpec = SPEC) -> Arrays:
    batch = {name: value[None].astype(np.float32) for name, value in maps.items()}
    return {name: value.numpy()[0] for name, value in WordFormation(spec)(batch).items()}


def text_of(found: Arrays, charset: Charset = CHARSET) -> str:
    return "".join(charset.symbol_of(int(i)) for i in found["ids"] if i)


def word(text: str, size: float = 9, gap: float = 1) -> WordLabel:
    return WordLabel(boxed(text, 1, 4, size, 24, gap), text)


def perfect_maps(label: WordLabel, spec: NetworkSpec = SPEC, size: tuple[int, int] = (32, 64)) -> Arrays:
    """Logits whose softmax is all but certain of the target maps."""
    maps = render(label, size, Charset(spec.charset), spec.maps)
    return {
        "character": 14.0 * np.eye(len(spec.charset) + 1)[np.maximum(maps.character, 0)],
        "order": 14.0 * np.eye(spec.maps.max_length + 1)[maps.order],
        "localization": maps.localization.astype(np.float64),
    }


@pytest.mark.long
@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_network_and_numpy_form_the_same_word(seed: int):
    rng = np.random.default_rng(seed)
    spread = rng.choice([0.5, 2.0, 6.0])
    h, w = MAPS.map_size
    maps = {
        "character": rng.normal(0, spread, (h, w, len(CHARSET) + 1)).astype(np.float32),
        "order": rng.normal(0, spread, (h, w, MAPS.max_length + 1)).astype(np.float32),
        "localization": (rng.random((h, w)) ** 4 * rng.choice([0.4, 1.0])).astype(np.float32),
    }
    found = read(maps)
    g, s = (softmax(maps[name].astype(np.float64)) for name in ("character", "order"))
    seen = evidence(g, s, maps["localization"].astype(np.float64))
    assume(np.all(np.abs(seen.presence / SPEC.score_threshold - 1) > PRESENCE_ROUNDING))  # which either may decide
    image_size = (32, 64)
    wanted = form_word(seen, CHARSET, MAPS, image_size, SPEC.score_threshold)
    np.testing.assert_allclose(found["presence"], seen.presence, rtol=1e-4)
    assert text_of(found) == wanted.text
    assert found["confidence"] == pytest.approx(wanted.confidence, rel=1e-4)
    assert tuple(np.flatnonzero(found["gaps"]) + 1) == wanted.gaps
    orders = [c.order for c in wanted.characters]
    assert list(np.flatnonzero(found["ids"]) + 1) == orders
    at = np.array(orders, int) - 1
    np.testing.assert_allclose(found["scores"][at], [c.score for c in wanted.characters], rtol=1e-4)
    np.testing.assert_allclose(found["centres"][at], np.reshape([c.center for c in wanted.characters], (-1, 2)))
    assert not np.any(np.delete(found["scores"], at))


def test_result_equals_the_sums_written_out():
    rng = np.random.default_rng(0)
    maps = {
        "character": rng.normal(0, 1, (2, 3, 4)),
        "order": rng.normal(0, 1, (2, 3, 3)),
        "localization": rng.random((2, 3)),
    }
    spec = NetworkSpec("small", ("x", "y", "z"), MAPS.with_(max_length=2), score_threshold=0.01)
    found = read(maps, spec)
    g, s = softmax(maps["character"]), softmax(maps["order"])
    pixels = [(i, j) for i in range(2) for j in range(3)]
    confidence = 1.0
    for k in (1, 2):
        strength = {p: maps["localization"][p] * s[p][k] for p in pixels}
        votes = [sum(g[p][c] * strength[p] for p in pixels) for c in (1, 2, 3)]
        i, j = max(pixels, key=lambda p: strength[p])
        assert found["ids"][k - 1] == 1 + int(np.argmax(votes))
        assert found["presence"][k - 1] == pytest.approx(max(strength.values()), rel=1e-5)
        assert found["scores"][k - 1] == pytest.approx(max(votes) / sum(strength.values()), rel=1e-5)
        assert tuple(found["centres"][k - 1]) == ((j + 0.5) * 2, (i + 0.5) * 2)
        ranked = sorted(range(3), key=lambda c: -votes[c])
        assert list(found["candidate_ids"][k - 1]) == [c + 1 for c in ranked]
        np.testing.assert_allclose(
            found["candidate_scores"][k - 1], [votes[c] / sum(strength.values()) for c in ranked], rtol=1e-5
        )
        confidence *= max(votes) / sum(strength.values())
    assert found["confidence"] == pytest.approx(confidence, rel=1e-5)


@pytest.mark.parametrize("text", ["a", "ab", "aaa", "abcabc", "jihgfe", "aabbaa"])
def test_perfect_maps_give_their_text_back(text: str):
    found = read(perfect_maps(word(text)))
    assert text_of(found) == text
    assert not found["gaps"].any()
    assert found["confidence"] > 0.5
    for character, centre in zip(word(text).characters, found["centres"], strict=False):
        xs, ys = zip(*character.polygon, strict=True)
        assert min(xs) < centre[0] < max(xs)
        assert min(ys) < centre[1] < max(ys)


def test_second_faint_peak_changes_nothing_that_is_read():
    maps = perfect_maps(word("abc"))
    before = read(maps)
    maps["order"][14, 29] = 14.0 * np.eye(MAPS.max_length + 1)[2]  # position 2 again, far away, on another symbol
    maps["character"][14, 29] = 14.0 * np.eye(len(CHARSET) + 1)[7]
    maps["localization"][14, 29] = 0.25
    after = read(maps)
    assert text_of(after) == "abc"
    np.testing.assert_array_equal(after["ids"], before["ids"])
    np.testing.assert_array_equal(after["centres"][:3], before["centres"][:3])


def test_weak_position_is_a_gap_and_the_rest_of_the_line_stays():
    maps = perfect_maps(word("abcd"))
    where = render(word("abcd"), (32, 64), CHARSET, MAPS).order == 2
    maps["localization"][where] *= 0.2
    found = read(maps)
    assert list(found["ids"]) == [1, 0, 3, 4, 0, 0]
    assert list(found["gaps"]) == [False, True, False, False, False, False]
    assert found["scores"][1] == 0
    assert found["confidence"] > 0.5


def test_empty_maps_give_the_empty_word_without_confidence():
    found = read(perfect_maps(WordLabel((), "")))
    assert not found["ids"].any()
    assert not found["gaps"].any()
    assert found["confidence"] == 0
    assert all(np.all(np.isfinite(value.astype(np.float32))) for value in found.values())


def test_localization_of_zero_gives_no_nan():
    maps = perfect_maps(word("ab"))
    maps["localization"][:] = 0
    assert all(np.all(np.isfinite(value.astype(np.float32))) for value in read(maps).values())


@pytest.mark.parametrize(("side", "text"), [(1, "a"), (-1, "")])
def test_presence_that_passes_the_threshold_by_more_than_rounding_is_present(side: int, text: str):
    spec = SPEC.with_(score_threshold=0.25)
    maps = perfect_maps(word("a"))
    maps["order"] = np.where(maps["order"] > 0, 200.0, 0.0)  # certain even in float32
    presence = 0.25 * (1 + side * PRESENCE_ROUNDING)
    maps["localization"] = np.where(maps["localization"] > 0, presence, 0.0)
    assert text_of(read(maps, spec)) == text


def test_centres_of_a_vertical_word_come_back_in_image_pixels():
    text = "abcd"
    label = WordLabel(
        tuple(CharacterLabel(s, rectangle(4, 2 + 20 * i, 28, 20 + 20 * i)) for i, s in enumerate(text)), text
    )
    size = (84, 32)
    found = read(perfect_maps(label, size=size))
    assert text_of(found) == text
    matrix = MAPS.to_image(size)
    for i in range(4):
        x, y = matrix[:, :2] @ found["centres"][i] + matrix[:, 2]
        assert 10 < x < 22
        assert 5 + 20 * i < y < 17 + 20 * i


def test_a_tie_goes_to_the_first_symbol_and_the_first_pixel_in_network_and_numpy():
    h, w = MAPS.map_size
    localization = np.zeros((h, w), np.float32)
    localization[3, 5:7] = 1.0  # two pixels alike, and on both of them d and g are as likely
    maps = {
        "character": np.tile(9.0 * np.isin(np.arange(11), (4, 7)), (h, w, 1)),
        "order": np.tile(9.0 * (np.arange(7) == 1), (h, w, 1)),
        "localization": localization,
    }
    network, numbers = read(maps), evidence(softmax(maps["character"]), softmax(maps["order"]), localization)
    word = form_word(numbers, CHARSET, MAPS, (32, 64), SPEC.score_threshold)
    assert text_of(network) == word.text == "d"
    assert tuple(network["centres"][0]) == word.characters[0].center == (11.0, 7.0)


def test_share_of_unknown_symbols_under_a_position_is_that_of_the_pixels_that_place_it():
    maps = perfect_maps(word("abc"))
    place = np.where(maps["order"].argmax(axis=-1) == 2, 0.9, 0.1)
    batch = {name: value[None].astype(np.float32) for name, value in {**maps, "unknown": place}.items()}
    found = WordFormation(SPEC.with_(unknown_units=3), with_shares=True)(batch)
    without = WordFormation(SPEC, with_shares=True)({name: batch[name] for name in maps})
    np.testing.assert_allclose(found[UNKNOWN][0, :3], [0.1, 0.9, 0.1], atol=0.01)
    assert {*found} - {*without} == {UNKNOWN}


@given(st.integers(0, 2**32 - 1))
def test_sums_at_few_pixels_are_over_those_with_the_greatest_strength(seed: int):
    rng = np.random.default_rng(seed)
    (h, w), classes, n = MAPS.map_size, len(CHARSET.symbols) + 1, MAPS.max_length
    planes = {name: rng.uniform(0, 1, (h, w)) for name in ("localization", "unknown")}
    planes["order"] = rng.normal(0, 2, (h, w, n + 1))
    features, kernel = rng.normal(size=(h, w, 3)), rng.normal(0, 2, (3, classes))
    head = keras.layers.Conv2D(classes, 1)
    head.build((None, None, None, 3))
    head.set_weights([kernel[None, None].astype(np.float32), np.zeros(classes, np.float32)])
    words = WordFormation(SPEC.with_(unknown_units=2), with_shares=True, class_head=head)
    found = words({k: v[None].astype(np.float32) for k, v in {**planes, CLASS_FEATURES: features}.items()})

    strength = (softmax(planes["order"])[..., 1:] * planes["localization"][..., None]).reshape(-1, n)
    by_strength = np.argsort(-strength.max(axis=1))
    count = round(READ_SHARE * h * w)
    last, next_one = strength.max(axis=1)[by_strength[count - 1 : count + 1]]
    assume(last - next_one > 1e-5)  # which of two that are nearly equal is chosen depends on the processor
    chosen = by_strength[:count]
    mass = strength[chosen].sum(axis=0)
    p = softmax(features @ kernel).reshape(-1, classes)[chosen]
    allowed = {"rtol": rounding(terms=h * w + 3 + classes), "atol": 1e-6}
    np.testing.assert_allclose(found["shares"][0], strength[chosen].T @ p[:, 1:] / mass[:, None], **allowed)
    u = planes["unknown"].reshape(-1)[chosen]
    np.testing.assert_allclose(found[UNKNOWN][0], u @ strength[chosen] / mass, **allowed)
    np.testing.assert_allclose(found["presence"][0], strength.max(axis=0), **allowed)  # of all pixels
    assert not {"symbol_ids", "symbol_scores"} & {*found}


def test_maps_travel_compact():
    maps = perfect_maps(word("abc"))
    found = read(maps)
    h, w = MAPS.map_size
    assert found["order_map"].shape == (h, w, 7)
    assert found["order_map"].dtype == np.float16
    np.testing.assert_allclose(found["order_map"].astype(float).sum(axis=-1), 1, atol=5e-3)
    np.testing.assert_array_equal(found["localization_map"], maps["localization"].astype(np.float32))
    assert found["symbol_ids"].shape == found["symbol_scores"].shape == (h, w, 8)
    np.testing.assert_array_equal(found["symbol_ids"][..., 0], maps["character"].argmax(axis=-1))
    assert np.all(np.diff(found["symbol_scores"].astype(float), axis=-1) <= 0)


def test_charset_of_one_symbol_has_fewer_candidates():
    spec = NetworkSpec("small", ("a",), MAPS)
    found = read(perfect_maps(word("aa"), spec), spec)
    assert text_of(found, Charset(("a",))) == "aa"
    assert found["candidate_ids"].shape == (6, 1)
    assert found["symbol_ids"].shape[-1] == 2


def test_layer_comes_back_from_its_configuration_with_the_whole_description():
    layer = WordFormation(SPEC.with_(padding=7), name="formation")
    again = WordFormation.from_config(layer.get_config())
    assert again.spec == layer.spec
    assert again.name == "formation"
