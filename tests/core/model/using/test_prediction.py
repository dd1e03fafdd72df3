import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import keras
import numpy as np
import pytest
from support.networks.painted_words import MAPS, SPEC, centre, paint, painted_reader, save
from support.networks.rounding import rounding
from support.progress import stop_at

from core.base.images import read_image
from core.base.patterns import Pattern
from core.base.progress import Cancelled
from core.data.samples.samples import LeftOut
from core.labels.maps.certainty import EVIDENCE, MANY, UNKNOWN
from core.model.network.network import build_network
from core.model.network.saving import Recogniser, build_recogniser, load_model, save_model
from core.model.using.jobs import folder_names, write_predicted_maps
from core.model.using.predicting import WordPrediction, needed_outputs
from core.model.using.prediction import Predictor, predict
from core.model.using.reading_options import AUTO, ReadingOptions
from core.model.using.word_features import WordFeatures

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def reader() -> Recogniser:
    return painted_reader()


def read_one(reader: Recogniser, image: np.ndarray) -> WordPrediction:
    (found,) = Predictor(reader, batch_size=1).read([image])
    return found


def centres(found: WordPrediction) -> list[tuple[float, float]]:
    return [character.center for character in found.word.characters]


def assert_same_words(found: Sequence[WordPrediction | LeftOut], wanted: Sequence[WordPrediction | LeftOut]) -> None:
    """All that is read is equal; how sure it is only as far as products of batches of other sizes are.

    A score is a sum over the map's pixels, divided by another; a confidence is a product of up to `max_length` scores.
    """
    h, w = MAPS.map_size
    allowed = rounding(terms=2 * h * w)
    for one, other in zip(found, wanted, strict=True):
        assert (one.image, one.size, one.word.text, one.word.gaps) == (
            other.image,
            other.size,
            other.word.text,
            other.word.gaps,
        )
        assert [(c.symbol, c.order, c.center) for c in one.word.characters] == [
            (c.symbol, c.order, c.center) for c in other.word.characters
        ]
        assert [c.score for c in one.word.characters] == pytest.approx(
            [c.score for c in other.word.characters], rel=allowed
        )
        assert one.word.confidence == pytest.approx(other.word.confidence, rel=MAPS.max_length * allowed)


def test_a_word_is_read_with_its_characters_scores_and_centres(reader: Recogniser):
    found = read_one(reader, paint("A1签"))
    assert found.word.text == "A1签"
    assert [c.order for c in found.word.characters] == [1, 2, 3]
    assert [c.score for c in found.word.characters] == pytest.approx([1, 1, 1])
    assert found.word.confidence == pytest.approx(1)
    assert centres(found) == [centre(0), centre(1), centre(2)]
    assert found.size == (32, 64)


def test_centres_are_in_pixels_of_the_image_as_it_is(reader: Recogniser):
    found = read_one(reader, paint("A1", scale=3))
    assert found.size == (96, 192)
    np.testing.assert_allclose(centres(found), np.array([centre(0), centre(1)]) * 3, atol=1e-4)


def test_the_turn_of_a_vertical_image_is_undone(reader: Recogniser):
    standing = np.rot90(paint("A1"), -1)  # turned clockwise; the program turns it counter-clockwise
    found = read_one(reader, np.ascontiguousarray(standing))
    assert found.word.text == "A1"
    wanted = [(32 - y, x) for x, y in (centre(0), centre(1))]
    np.testing.assert_allclose(centres(found), wanted, atol=1e-4)


@pytest.mark.parametrize("crops", [AUTO, 5])
@pytest.mark.parametrize(("text", "expected"), [("A1", "[A1]{2}"), ("签1A", "[A1签]{2,3}"), ("B0", "[^B]{2}")])
def test_the_further_looks_at_expected_words_read_what_the_first_one_reads(
    reader: Recogniser, crops: int, text: str, expected: str
):
    low = paint(text)[16:20]  # so few rows that all five looks see the whole image
    options = ReadingOptions(expected=expected, crops=crops)
    (read,) = Predictor(reader, batch_size=1, options=options).read([low])
    (once,) = Predictor(reader, batch_size=1, options=replace(options, crops=1)).read([low])
    assert read.word.text == once.word.text
    assert Pattern(expected).matches(read.word.text)
    assert read.alone is not None and read.alone.text == text
    assert read.expected == once.expected


def test_a_faint_position_is_a_gap_and_the_rest_keeps_its_order(reader: Recogniser):
    found = read_one(reader, paint("A1b", faint=[2]))
    assert found.word.text == "Ab"
    assert found.word.gaps == (2,)
    assert [c.order for c in found.word.characters] == [1, 3]


def test_an_empty_image_reads_as_nothing_without_confidence(reader: Recogniser):
    found = read_one(reader, paint(""))
    assert (found.word.text, found.word.confidence, found.word.characters) == ("", 0.0, ())


def test_a_model_that_computes_no_numbers_reads_nothing():
    image = keras.Input((None, None, 3), dtype="uint8", name="image")
    maps = painted_reader().network(image)
    broken = keras.Model(image, maps | {"localization": maps["localization"] * float("nan")}, name="network")
    found = read_one(build_recogniser(SPEC, broken), paint("A1"))
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["text"] == ""
    assert found.word.confidence == 0.0


def test_the_json_form_is_the_agreed_one(reader: Recogniser):
    document = json.loads(json.dumps(read_one(reader, paint("A1b", faint=[2])).to_dict(), allow_nan=False))
    assert list(document) == ["image", "text", "confidence", "characters", "gaps", "probability"]
    assert document["gaps"] == [2]
    assert document["characters"][1] == {
        "character": "b",
        "order": 3,
        "score": pytest.approx(1),
        "center": list(centre(2)),
    }


def test_files_come_back_in_their_order_whatever_the_size_of_the_batch(tmp_path: Path, reader: Recogniser):
    texts = ["A", "1b", "签", "", "AAb", "9", "0A"]
    paths = [save(tmp_path / f"{number} 词.png", paint(text)) for number, text in enumerate(texts)]
    one, three, many = (list(predict(reader, paths, batch_size=size)) for size in (1, 3, 64))
    assert [found.image for found in one if isinstance(found, WordPrediction)] == [str(path) for path in paths]
    assert [found.word.text for found in one if isinstance(found, WordPrediction)] == texts
    assert_same_words(one, many)
    assert_same_words(three, many)


def test_an_image_that_cannot_be_read_is_left_out_by_name_and_the_others_go_on(tmp_path: Path, reader: Recogniser):
    (tmp_path / "cut off.png").write_bytes(save(tmp_path / "good.png", paint("A1")).read_bytes()[:60])
    (tmp_path / "folder.png").mkdir()
    names = ["cut off.png", "good.png", "gone.png", "folder.png", "good.png"]
    found = list(predict(reader, [tmp_path / name for name in names], batch_size=2))
    assert [type(item) for item in found] == [LeftOut, WordPrediction, LeftOut, LeftOut, WordPrediction]
    for name, item in zip(names, found, strict=True):
        if isinstance(item, LeftOut):
            assert item.name == str(tmp_path / name)
            assert item.reason.startswith(str(tmp_path / name))
            assert "\n" not in item.reason


def test_no_images_give_no_predictions_and_a_batch_without_room_is_refused(reader: Recogniser):
    assert list(predict(reader, [])) == []
    assert Predictor(reader).read([]) == []
    with pytest.raises(ValueError, match="at least 1"):
        Predictor(reader, 0)


def test_progress_counts_images_and_can_stop(tmp_path: Path, reader: Recogniser):
    paths = [save(tmp_path / f"{number}.png", paint("A")) for number in range(5)]
    told: list[tuple[int, int]] = []
    list(predict(reader, paths, batch_size=2, progress=lambda done, total: told.append((done, total))))
    assert told == [(2, 5), (4, 5), (5, 5)]

    found = predict(reader, paths, batch_size=2, progress=stop_at())
    with pytest.raises(Cancelled):
        list(found)


def test_maps_are_given_only_where_asked_for_and_change_nothing(reader: Recogniser):
    images = [paint("A1b", faint=[2])] * 3
    plain = Predictor(reader, 2).read(images)
    full = Predictor(reader, 2, with_maps=True).read(images)
    assert [found.maps for found in plain] == [None] * 3
    assert_same_words(plain, full)
    h, w = MAPS.map_size
    for found in full:
        assert {key: value.shape for key, value in found.maps.items()} == {
            "ids": (6,),
            "scores": (6,),
            "presence": (6,),
            "centres": (6, 2),
            "gaps": (6,),
            "confidence": (),
            "candidate_ids": (6, 5),
            "candidate_scores": (6, 5),
            "order_map": (h, w, 7),
            "localization_map": (h, w),
            "symbol_ids": (h, w, 8),
            **dict.fromkeys(EVIDENCE, (6,)),
            "symbol_scores": (h, w, 8),
        }


def test_of_thousands_of_symbols_words_alone_are_what_they_are_with_maps():
    many = SPEC.charset + tuple(chr(0x4E00 + number) for number in range(MANY))
    reader = painted_reader(SPEC.with_(charset=many))
    images = [paint("A1b", faint=[2]), paint("签0B9a3"), paint("")]
    for options in (ReadingOptions(), ReadingOptions(ignore_case=True), ReadingOptions(crops=5)):
        alone = Predictor(reader, 2, options=options).read(images)
        assert_same_words(alone, Predictor(reader, 2, options=options, with_maps=True).read(images))
        assert [read.word.text for read in alone] == ["Ab", "签0B9a3", ""]


def test_a_model_file_is_read_with_in_its_own_geometry(tmp_path: Path):
    save_model(tmp_path / "model.keras", build_recogniser(SPEC, build_network(SPEC)))
    recogniser = load_model(tmp_path / "model.keras")
    rng = np.random.default_rng(0)
    path = save(tmp_path / "noise.png", rng.integers(0, 256, (40, 90, 3), np.uint8))
    (found,) = predict(recogniser, [path], with_maps=True)
    assert found.size == (40, 90)
    assert found.maps["localization_map"].shape == SPEC.maps.map_size
    (again,) = Predictor(recogniser).read([read_image(path)], [str(path)])
    assert_same_words([again], [found])


# --- files


def test_predicted_maps_are_written_as_pictures_and_arrays(tmp_path: Path, reader: Recogniser):
    image = paint("A1签", scale=2)
    (found,) = Predictor(reader, 1, with_maps=True).read([image])
    written = write_predicted_maps(tmp_path / "出" / "maps", found, image, SPEC)
    names = ["character.png", "order.png", "localization.png", "overlay.png", "maps.npz"]
    assert [path.name for path in written] == names
    pictures = {path.stem: read_image(path) for path in written[:-1]}
    assert {picture.shape for picture in pictures.values()} == {(128, 256, 3)}
    # the middle of the second cell differs from that of the first, and from the ground, in both maps of classes
    for name in ("character", "order"):
        colours = [tuple(pictures[name][64, x]) for x in (16, 48, 240)]
        assert len(set(colours)) == 3
        assert colours[2] == (0, 0, 0)
    assert pictures["localization"][64, 16].sum() > pictures["localization"][64, 240].sum()
    x, y = centre(0)
    assert tuple(pictures["overlay"][round(4 * y), round(4 * x)]) == tuple(pictures["order"][64, 16])
    with np.load(written[-1]) as arrays:
        assert "".join(arrays["charset"]) == "".join(SPEC.charset)
        np.testing.assert_array_equal(arrays["ids"], found.maps["ids"] if found.maps else None)
        assert arrays["order_map"].dtype == np.float16


def test_maps_cannot_be_written_without_maps(tmp_path: Path, reader: Recogniser):
    with pytest.raises(ValueError, match="no maps"):
        write_predicted_maps(tmp_path, read_one(reader, paint("A")), paint("A"), SPEC)


def test_images_of_the_same_name_get_folders_of_their_own():
    names = list(folder_names(["a/word.png", "b/Word.jpg", "c/word-2.png", "word.png", "x.y.png"]))
    assert names == ["word", "Word-2", "word-2-2", "word-3", "x.y"]
    assert len({name.casefold() for name in names}) == 5


def test_word_features_tell_words_apart_and_do_not_depend_on_what_is_beside_them():
    seen = WordFeatures(build_recogniser(SPEC), 4)
    images = [paint("A1"), paint("1A"), paint("A1A1")]
    together = seen.of(images)
    assert together.shape[0] == 3 and np.isfinite(together).all()
    alone = seen.of(images[1:2])
    np.testing.assert_allclose(alone[0], together[1], rtol=2e-3, atol=1e-3)
    assert not np.allclose(together[0], together[1], rtol=1e-2), "other letters"


def test_only_what_a_probability_uses_is_computed():
    options = ReadingOptions(language_model=True)
    many = tuple(chr(0x4E00 + number) for number in range(MANY))
    assert {*EVIDENCE} <= {*needed_outputs(options, SPEC)}
    assert not {*EVIDENCE, UNKNOWN} & {*needed_outputs(options, SPEC.with_(charset=many))}
    assert UNKNOWN in needed_outputs(options, SPEC.with_(unknown_units=4))
