"""Crops become the arrays that the families' own programs make of them."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.readers.preparing import prepared
from core.readers.recogniser import FAMILIES

PP_OCR, CRNN, DOCTR = (FAMILIES[name].pictures for name in ("ppocr", "crnn", "doctr"))


def crop(height: int, width: int, colour: tuple[int, int, int] = (10, 20, 30)):
    return np.full((height, width, 3), colour, np.uint8)


def test_pp_ocr_takes_48_rows_blue_first_and_the_rest_is_zero():
    array = prepared(crop(24, 60), PP_OCR)
    assert array.shape == (3, 48, 320) and array.dtype == np.float32
    values = (np.array([30, 20, 10]) / 255 - 0.5) / 0.5
    np.testing.assert_allclose(array[:, :, :120], np.broadcast_to(values[:, None, None], (3, 48, 120)), atol=1e-6)
    assert not array[:, :, 120:].any()


def test_a_longer_crop_gets_a_wider_input_and_one_without_end_is_squeezed():
    assert prepared(crop(48, 700), PP_OCR).shape == (3, 48, 700)
    assert prepared(crop(2, 9000), PP_OCR).shape == (3, 48, 3200)
    assert prepared(crop(48, 700), replace(PP_OCR, widens=False)).shape == (3, 48, 320)


def test_crnn_stretches_a_grey_crop():
    array = prepared(crop(10, 300, (100, 100, 100)), CRNN)
    assert array.shape == (1, 32, 100)
    np.testing.assert_allclose(array, (100 / 255 - 0.5) / 0.5, atol=1e-6)


@pytest.mark.parametrize(("size", "content"), [((32, 64), (32, 64)), ((10, 80), (16, 128)), ((64, 64), (32, 32))])
def test_doctr_keeps_the_ratio_and_fills_with_black(size: tuple[Any, ...], content: tuple[Any, ...]):
    array = prepared(crop(*size, (255, 255, 255)), DOCTR)
    rows, columns = content
    mean, scale = np.array(DOCTR.mean)[:, None, None], np.array(DOCTR.scale)[:, None, None]
    wanted = np.broadcast_to((0 - mean) / scale, (3, 32, 128)).copy()
    wanted[:, :rows, :columns] = (1 - mean) / scale
    np.testing.assert_allclose(array, wanted, atol=1e-5)


def test_a_tall_crop_is_turned_counter_clockwise_as_our_own_reader_turns_it():
    tall = np.zeros((96, 48, 3), np.uint8)
    tall[:, 24:] = 255  # its right half is light, and becomes the upper one
    array = prepared(tall, replace(PP_OCR, height=48, width=96, widens=False))
    assert array[:, :20].min() == 1 and array[:, 28:].max() == -1
    upright = prepared(tall[:72], replace(PP_OCR, height=48, width=96, widens=False))  # 1.5 times is not tall yet
    assert upright[:, :, :12].max() == -1


@given(
    st.integers(1, 400),
    st.integers(1, 400),
    st.sampled_from(["pad", "inside", "stretch"]),
    st.booleans(),
    st.sampled_from(["rgb", "bgr", "grey"]),
)
def test_every_crop_fits(height: int, width: int, fit: Any, widens: bool, channels: Any):
    pictures = replace(PP_OCR, fit=fit, widens=widens, channels=channels, mean=(0.5,), scale=(0.5,))
    array = prepared(crop(height, width), pictures)
    assert array.shape[:2] == (pictures.count, 48) and array.shape[2] >= 320
    assert np.isfinite(array).all() and abs(array).max() <= 1


def test_a_crop_of_one_row_and_thousands_of_columns_fits():
    assert prepared(crop(1, 40_000), PP_OCR).shape == (3, 48, 3200)
    assert prepared(crop(40_000, 1), DOCTR).shape == (3, 32, 128)
