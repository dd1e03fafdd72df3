"""The figure of a word."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from support.networks.painted_words import SYMBOLS, label, paint, painted_reader, save_labelled

import textscanner
from core.labels.maps.pictures import order_picture


def titles(figure: Figure) -> list[str]:
    return [axes.get_title() for axes in figure.axes]


def test_word_target_maps_prediction_and_reading_stand_side_by_side(tmp_path: Path):
    save_labelled(tmp_path / "a.png", paint("A1"), label("A1", said="A1"))
    (image,) = textscanner.open_project(tmp_path)
    model = textscanner.Model(tmp_path / "painted.keras", painted_reader())
    (reading,) = model.read(image, maps=True)
    figure = textscanner.plot(image, reading)
    maps = ["character map", "order map", "localization map"]
    assert titles(figure) == ["A1", *maps, f"A1  {reading.probability:.0%}", *maps]
    assert reading.maps is not None
    assert model.charset == SYMBOLS
    np.testing.assert_array_equal(figure.axes[6].images[0].get_array(), order_picture(reading.maps.order))
    (dots,) = figure.axes[4].lines
    assert len(dots.get_xdata()) == 2
    figure.savefig(tmp_path / "figure.png")


def test_a_synthetic_word_has_its_target_maps_and_pixels_have_none():
    (word,) = textscanner.synthetic_words(1, charset="digits")
    assert [len(axes.images) for axes in textscanner.plot(word).axes] == [1, 1, 1, 1]
    assert [len(axes.images) for axes in textscanner.plot(word.image).axes] == [1, 0, 0, 0]


def test_an_image_that_is_gone_ends_with_one_sentence(tmp_path: Path):
    with pytest.raises(textscanner.StudioError, match=r"^gone\.png: "):
        textscanner.plot(tmp_path / "gone.png")
