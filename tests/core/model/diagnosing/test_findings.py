import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.labels.maps.render import IGNORE, NO_SYMBOL
from core.model.diagnosing.data import (
    augmentation_findings,
    mutual_findings,
    padding_findings,
    upper_bound_findings,
    validation_findings,
)
from core.model.diagnosing.findings import DiagnoseJob, Finding, Severity, most_informative_first
from core.model.diagnosing.labels import JudgedLabel, Placed, displacements, label_findings
from core.model.diagnosing.learning import (
    Activity,
    ByHeart,
    Tried,
    branch_findings,
    constant_losses,
    heart_findings,
    is_suspect,
    measured_sentences,
    normalisation_findings,
    rate_findings,
    tried_rates,
)
from core.runs.config import make_config


def finding(name: str, severity: Severity = "error") -> Finding:
    return Finding(name, severity, "Seen.", 0.12345678, "Do.", {"freeze": ()}, ("a.png",))


def test_errors_come_before_warnings_and_labels_before_the_network():
    found = most_informative_first(
        [
            finding("validation-shared", "warning"),
            finding("rate-low"),
            finding("charset-shift"),
            finding("padding", "warning"),
        ]
    )
    assert [each.id for each in found] == ["charset-shift", "rate-low", "padding", "validation-shared"]


def test_document_has_what_was_seen_as_a_number_and_nothing_of_the_window():
    document = finding("rate-low").to_dict()
    assert json.loads(json.dumps(document)) == {
        "id": "rate-low",
        "severity": "error",
        "sentence": "Seen.",
        "seen": 0.123457,
        "advice": "Do.",
    }


@pytest.mark.parametrize(
    ("polygons", "synthetic", "from_model", "accused"),
    [(0, 0.0, False, True), (1, 0.0, False, False), (0, 0.5, False, False), (0, 0.0, True, False)],
)
def test_texts_alone_teach_no_places_unless_something_else_does(
    polygons: int, synthetic: float, from_model: bool, accused: bool
):
    found = mutual_findings(100, polygons, synthetic, from_model=from_model, mutual_start=0)
    assert [each.id for each in found] == (["mutual-start"] if accused else [])


def test_padding_is_judged_by_the_ground_of_the_images_and_a_better_grey_is_named():
    light, padded = np.full(20, 230.0), np.full(20, 0.4)
    (found,) = padding_findings(light, padded, 0)
    assert (found.id, found.seen, found.choices) == ("padding", 230.0, {"padding": 230})
    assert padding_findings(light, padded, 200) == []
    assert padding_findings(light, np.full(20, 0.02), 0) == []  # next to nothing is padded
    both = np.array([20.0, 230.0] * 10)
    assert padding_findings(both, padded, 128) == []  # no grey suits dark and light grounds


def test_augmentation_is_judged_by_characters_cut_away_words_lost_and_readings_lost():
    assert augmentation_findings([1.0, 0.9, 1.0] * 10, 0, 0.9, 0.75) == []
    assert augmentation_findings([], 0, None, None) == []
    for kept, lost, after in (([1.0, 0.2, 1.0] * 10, 0, 0.8), ([1.0] * 10, 5, 0.8), ([1.0] * 10, 0, 0.3)):
        (found,) = augmentation_findings(kept, lost, 0.9, after, ["a.png"])
        assert found.id == "augmentation-crop" and found.choices == {"augmentation": "mild"}


def test_upper_bound_and_shared_validation_are_shares_of_words():
    assert (
        upper_bound_findings(100, ["a.png"]) == [] == validation_findings(100, ["a.png"]) == validation_findings(20, [])
    )
    (few,) = validation_findings(19, [])
    assert (few.id, few.seen) == ("validation-few", 19) and "each is 5 %" in few.sentence
    (upper_bound,) = upper_bound_findings(100, [f"{k}.png" for k in range(60)])
    assert (upper_bound.id, upper_bound.severity, upper_bound.seen) == ("labels-upper-bound", "error", 0.6)
    (shared,) = validation_findings(20, ["a.png", "b.png"])
    assert (shared.id, shared.severity, shared.images) == ("validation-shared", "warning", ("a.png", "b.png"))
    assert upper_bound_findings(0, []) == [] == validation_findings(0, [])


WORDS = ("Private", "station", "Market", "bread", "Coffee", "Hotel", "garage", "Museum", "school", "Bakery", "river")
CHARSET = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


def placed(text: str, right: float = 0.0) -> tuple[Placed, ...]:
    """Characters 10 px wide, 20 high, beside each other."""
    return tuple(Placed(symbol, 10.0 * k + 5 + right, 15.0, 10.0, 20.0) for k, symbol in enumerate(text))


def judged(text: str, read: str, right: float = 0.0) -> JudgedLabel:
    return JudgedLabel(f"{read}.png", text, placed(text, right), read, placed(read))


def ids(words: list[JudgedLabel]) -> list[str]:
    return [found.id for found in label_findings(words, CHARSET)]


RIGHT = [judged(word, word) for word in WORDS]


def test_labels_as_they_are_read_are_not_accused():
    assert ids(RIGHT) == []
    assert ids([judged(word, word[:-1] + "x") for word in WORDS]) == []


def test_symbols_one_further_on_are_a_shifted_charset_and_the_sentence_says_which_way():
    shifted = ["".join(CHARSET[(CHARSET.index(s) + 1) % len(CHARSET)] for s in word) for word in WORDS]
    (found,) = label_findings([judged(text, word) for text, word in zip(shifted, WORDS, strict=True)], CHARSET)
    assert (found.id, found.severity) == ("charset-shift", "error")
    assert found.seen == pytest.approx(1) and "at -1 from it" in found.sentence


def test_symbols_of_the_word_in_another_order_are_a_wrong_order_also_without_polygons():
    rng = np.random.default_rng(0)
    texts = ["".join(rng.permutation(list(word))) for word in WORDS]
    words = [judged(text, word) for text, word in zip(texts, WORDS, strict=True)]
    assert ids(words) == ["order-labels"]
    assert ids([replace(word, characters=()) for word in words]) == ["order-labels"]


def test_characters_that_jump_along_the_line_are_a_wrong_order_where_no_model_reads():
    def jumping(word: str) -> JudgedLabel:
        first, second, *rest = placed(word)
        return JudgedLabel("a.png", word, (second, *rest, first))

    assert ids([jumping(word) for word in WORDS]) == ["order-labels"]
    backwards = [JudgedLabel("a.png", word, placed(word)[::-1]) for word in WORDS]
    assert ids(backwards) == []  # from right to left


def test_labels_of_other_images_are_mismatched():
    words = [judged(text, read) for text, read in zip(WORDS[3:] + WORDS[:3], WORDS, strict=True)]
    (found,) = label_findings(words, CHARSET)
    assert found.id == "labels-mismatched"
    assert found.images and "another image's label" in found.sentence


def test_a_model_that_reads_badly_accuses_no_label():
    """A script that it hardly knows: the lengths are right, and next to no symbol."""
    assert ids([judged(word, "z" * len(word)) for word in WORDS]) == []
    assert ids([judged(word, "") for word in WORDS]) == []


@pytest.mark.parametrize(("right", "expected"), [(5.0, ["polygon-shift"]), (-5.0, ["polygon-shift"]), (1.0, [])])
def test_polygons_half_a_character_away_do_not_lie_on_their_characters(right: float, expected: list[Any]):
    assert ids([judged(word, word, right) for word in WORDS]) == expected


def test_displacement_is_in_sizes_of_a_character_and_of_those_alone_that_are_read_as_labelled():
    away = displacements([judged("Ab", "Ax", right=5.0)])
    assert away.tolist() == [[-0.5, 0.0]]


def test_few_words_are_not_judged():
    assert ids([judged(text, read) for text, read in zip(WORDS[1:4], WORDS[:3], strict=True)]) == []


USUAL = 0.002
WEIGHTS = {"character": 1.0, "order": 10.0, "localization": 10.0}
PARTS = ("backbone/conv1", "backbone/conv2", "decoder", "character", "order", "localization")
NORMS = dict.fromkeys(PARTS, 1.0)


def tried(rate: float, gain: float) -> list[Tried]:
    losses = (gain, 0.3, 0.6)
    return [Tried(each, 10.0, 10 * (1 - g)) for each, g in zip(tried_rates(rate, USUAL), losses, strict=True)]


@pytest.mark.parametrize(
    ("rate", "gain", "expected"),
    [(0.2, -0.5, ["rate-high"]), (2e-6, 0.01, ["rate-low"]), (0.2, 0.5, []), (2e-5, 0.3, []), (0.004, 0.0, [])],
)
def test_a_rate_is_accused_where_it_is_unusual_and_learns_much_less(rate: float, gain: float, expected: list[Any]):
    assert [found.id for found in rate_findings(tried(rate, gain), USUAL)] == expected


def test_a_trial_that_breaks_down_gains_nothing_and_a_usual_rate_is_not_tried_at_others():
    assert Tried(0.2, 10.0, math.nan).gain == -1 == Tried(0.2, math.nan, 1.0).gain
    assert not is_suspect(USUAL, USUAL) and is_suspect(USUAL * 100, USUAL) and is_suspect(USUAL / 1000, USUAL)
    assert rate_findings([Tried(0.2, 10.0, math.nan), Tried(0.02, 10.0, math.nan)], USUAL) == []  # another cause


def test_branch_without_gradient_is_unused_and_part_without_any_is_frozen():
    assert branch_findings(NORMS, PARTS, WEIGHTS) == []
    (unused,) = branch_findings(NORMS | {"order": 0.0}, PARTS, WEIGHTS | {"order": 0.0})
    assert (unused.id, unused.seen, unused.choices) == ("unused-branch", 0.0, {"loss.order": 10.0})
    without = {part: norm for part, norm in NORMS.items() if part != "order"}
    (frozen,) = branch_findings(without, PARTS, WEIGHTS, is_pretrained=True)
    assert (frozen.id, frozen.severity) == ("frozen-branch", "error") and "order" in frozen.sentence


@pytest.mark.parametrize(
    ("missing", "is_pretrained", "thaws", "expected"),
    [
        ({"backbone/conv1"}, True, False, []),
        ({"backbone/conv1"}, False, False, ["error"]),
        ({"backbone/conv1", "backbone/conv2"}, True, False, ["warning"]),
        ({"backbone/conv1", "backbone/conv2"}, False, True, []),
    ],
)
def test_frozen_stages_are_accused_where_they_know_nothing_or_are_all(
    missing: set[Any], is_pretrained: bool, thaws: bool, expected: list[Any]
):
    norms: Mapping[str, float] = {part: norm for part, norm in NORMS.items() if part not in missing}
    found = branch_findings(norms, PARTS, WEIGHTS, is_pretrained=is_pretrained, thaws=thaws)
    assert [each.severity for each in found] == expected


@pytest.mark.parametrize(
    ("momentum", "is_frozen", "expected"),
    [(0.97, False, []), (0.9999, False, ["normalisation"]), (0.0, True, ["normalisation"])],
)
def test_statistics_that_cannot_follow_or_never_will_are_accused(momentum: float, is_frozen: bool, expected: list[Any]):
    found = normalisation_findings(frozen_at_random=is_frozen, momentum=momentum, steps=3000)
    assert [each.id for each in found] == expected


def test_best_constant_answer_is_half_background_and_the_classes_by_their_frequency():
    character = np.zeros((1, 2, 4), np.int32)
    character[0, 0] = [1, 1, 2, IGNORE]
    localization = np.zeros((1, 2, 4), np.float32)
    localization[0, 0, :] = 1.0
    found = constant_losses(character, np.zeros((1, 2, 4), np.int32), localization)
    entropy = -(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3))
    assert found["character"] == pytest.approx(math.log(2) + entropy / 2)
    assert found["order"] == 0.0  # nothing but background
    assert found["localization"] == pytest.approx(0.5 * 0.25)


def test_a_symbol_that_no_class_names_weighs_as_a_character_and_is_background():
    """Compared with the losses of a fine grid of constants."""
    character = np.zeros((1, 3, 4), np.int32)
    character[0, 0] = [1, 1, NO_SYMBOL, NO_SYMBOL]
    zeros = np.zeros((1, 3, 4), np.int32)
    found = constant_losses(character, zeros, zeros.astype(np.float32))["character"]
    # of the weight 0.5 is background, 0.25 the pixels without a symbol, which are background, 0.25 symbol 1
    background = np.linspace(0.001, 0.999, 999)
    losses = -(0.75 * np.log(background) + 0.25 * np.log(1 - background))
    assert found == pytest.approx(losses.min(), abs=1e-5)


def test_words_that_are_not_read_are_not_learnt_however_far_the_losses_fell():
    constants = {"character": 2.0, "order": 1.0}
    assert heart_findings(ByHeart(110, {"character": 1.0, "order": 0.2}, 8, 8), constants) == []
    losses = {"character": 1.0, "order": 0.6, "localization": 9.0}
    (found,) = heart_findings(ByHeart(300, losses, 8, 6), constants)
    assert (found.id, found.seen) == ("not-learnt", 0.75)
    assert "only 8 words, 6 are read" in found.sentence and "“order” is 60 %" in found.sentence


def test_what_was_measured_is_said_and_what_was_not_tried_is_not():
    activity = Activity(0.25, 0.5, 0.75)
    gradient, units = measured_sentences({"order": 1.25}, activity, {}, None)
    assert gradient == "Gradient of the first step by part: order 1.2."
    assert "25 % of the units are dead" in units and "50 %" in units and "75 %" in units
    *_, heart = measured_sentences({}, activity, {"order": 1.0}, ByHeart(40, {"order": 0.5}, 8, 7))
    assert heart.endswith(
        "after 40 steps 7 are read, and the losses, as shares of those of the best constant answer, are order 50 %."
    )


def test_a_run_of_a_backend_that_is_not_installed_is_diagnosed_on_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    config = make_config({"folder": tmp_path, "run": tmp_path / "run", "backend": "torch"})
    monkeypatch.setattr("core.runs.backends.installed_version", lambda name: None)
    assert DiagnoseJob(config, tmp_path / "run").backend == "auto"
    assert DiagnoseJob(config).backend == "torch", "it is refused as the training would be"
    monkeypatch.setattr("core.runs.backends.installed_version", lambda name: "2.9")
    assert DiagnoseJob(config, tmp_path / "run").backend == "torch"
