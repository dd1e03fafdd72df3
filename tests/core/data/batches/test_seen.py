"""What training sees: the samples of a sheet are those of the training, and the sheet shows them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from support.progress import stop_at
from support.words.held_words import held_words

from core.base.progress import Cancelled
from core.charset import ALNUM, Charset
from core.data.augmentation.augmentation import FULL
from core.data.batches.batches import make_batch
from core.data.batches.feeds import Mix, Part
from core.data.batches.seen import seen_samples
from core.data.batches.sheet import panes, sheet
from core.data.drawing.synthesis import Synthesis
from core.data.samples.samples import Preparation, Words
from core.data.samples.sources import SyntheticReader
from core.labels.maps.spec import MapSpec

PREPARATION = Preparation(Charset(tuple(ALNUM)), MapSpec(height=32, width=128, stride=4, max_length=8))


@pytest.fixture(scope="module")
def feed(configure: Callable[..., Synthesis]) -> Mix:
    return Mix([Part(Words(SyntheticReader(configure(), seed=1), PREPARATION, FULL))], seed=5)


@pytest.fixture(scope="module")
def texts() -> Mix:
    """Word-level labels."""
    images = np.random.default_rng(0).integers(0, 255, (3, 20, 70, 3)).astype(np.uint8)
    reader = held_words(images, ["ab", "cd", "ef"])
    return Mix([Part(Words(reader, PREPARATION, FULL))], seed=5)


def test_samples_are_those_of_the_training_batches(feed: Mix):
    seen, made = seen_samples(feed, 4, 6), make_batch(feed, 4, 6)
    assert tuple(sample.name for sample in seen) == made.names
    for place, sample in enumerate(seen):
        assert np.array_equal(sample.after, made.batch["image"][place])
        for key in ("character", "order", "localization"):
            assert np.array_equal(getattr(sample, key), made.batch[key][place])


def test_samples_before_augmentation_are_those_of_the_source(feed: Mix):
    (sample,) = seen_samples(feed, 2, 1)
    plain = feed.parts[0].source.sample(feed.place(2).index, None)
    assert np.array_equal(sample.before, plain.image)
    assert not np.array_equal(sample.before, sample.after)


def test_same_feed_gives_the_same_samples_and_another_seed_others(feed: Mix):
    first, again = (seen_samples(feed, 0, 3) for _ in range(2))
    other = seen_samples(replace(feed, seed=6), 0, 3)
    for a, b, c in zip(first, again, other, strict=True):
        assert np.array_equal(a.after, b.after)
        assert a.text == b.text
        assert not np.array_equal(a.after, c.after)


def test_polygons_lie_where_the_maps_have_their_characters(feed: Mix):
    for sample in seen_samples(feed, 0, 8):
        assert len(sample.polygons_after) == len(sample.polygons_before) == len(sample.text)
        for rank, corners in enumerate(sample.polygons_after, 1):
            rows, columns = np.nonzero(sample.order == rank)
            middle = np.array([columns.mean() + 0.5, rows.mean() + 0.5]) * 4
            assert (corners.min(axis=0) < middle).all()
            assert (middle < corners.max(axis=0)).all()


def test_words_without_polygons_have_a_text_and_no_map(texts: Mix):
    (sample,) = seen_samples(texts, 0, 1)
    assert sample.text in {"ab", "cd", "ef"}
    assert not sample.has_maps
    assert sample.polygons_after == ()
    drawn = panes(sample, 62, 2)
    assert {len(np.unique(pane)) for pane in drawn[2:]} == {1}
    assert drawn.after.shape == (64, 256, 3)


def test_progress_can_stop_the_preparation(feed: Mix):
    with pytest.raises(Cancelled):
        seen_samples(feed, 0, 3, progress=stop_at())


def test_polygons_are_drawn_over_the_pictures(feed: Mix):
    (sample,) = seen_samples(feed, 0, 1)
    drawn, bare = panes(sample, 62, 2), panes(replace(sample, polygons_after=()), 62, 2)
    corners = np.round(sample.polygons_after[0] * 2).astype(int)
    x, y = np.clip(corners[0], 0, (255, 63))
    assert not np.array_equal(drawn.after[y, x], bare.after[y, x])
    assert np.array_equal(drawn.character, bare.character)


def test_sheet_shows_every_sample_and_its_text(feed: Mix):
    samples = seen_samples(feed, 0, 5)
    whole = sheet(samples, 62, "What training sees: 中文")
    for sample in samples:
        pane = panes(sample, 62, 2).localization
        line = pane[len(pane) // 2, :, 0].tobytes()
        assert any(line in row.tobytes() for row in whole[:, :, 0])
    wordless = sheet([replace(sample, text="", name="") for sample in samples], 62, "What training sees: 中文")
    assert whole.shape == wordless.shape
    assert (whole != wordless).any()
