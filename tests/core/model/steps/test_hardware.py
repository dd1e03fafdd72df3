"""What is the same in choosing hardware on all backends."""

from typing import Any

import pytest

from core.base.errors import RunError
from core.model.steps.device_names import device_numbers
from core.model.steps.hardware import auto_precision, least_memory, refuse_half, refuse_uneven, several

pytestmark = pytest.mark.long  # its imports load TensorFlow


@pytest.mark.parametrize(
    ("began", "bfloat16", "taken"),
    [
        ("", True, "fastest"),
        ("float32", True, "float32"),
        ("mixed_bfloat16", True, "mixed_bfloat16"),
        ("mixed_bfloat16", False, "fastest"),  # it began on a GPU, and goes on where there is none
        ("mixed_float16", False, "fastest"),
    ],
)
def test_a_resumed_run_keeps_its_precision_if_the_hardware_has_it(began: str, bfloat16: bool, taken: str):
    assert auto_precision(began, "fastest", bfloat16=bfloat16) == taken


def test_a_chosen_precision_that_the_processor_lacks_is_refused():
    with pytest.raises(RunError, match="does not compute in bfloat16"):
        refuse_half("mixed_bfloat16", on_gpu=False, bfloat16=False)
    with pytest.raises(RunError, match="no faster than float32"):
        refuse_half("mixed_float16", on_gpu=False, bfloat16=True)
    refuse_half("mixed_float16", on_gpu=True, bfloat16=False)


def test_a_batch_that_cannot_be_divided_is_refused_with_the_number_of_devices():
    refuse_uneven(6, 3)
    with pytest.raises(RunError, match="7 images cannot be divided among 3 devices"):
        refuse_uneven(7, 3)


def test_the_smallest_gpu_counts_unless_one_does_not_tell():
    assert least_memory([8, 4]) == 4
    assert least_memory([8, None]) is None
    assert least_memory([]) is None
    assert (several("L4", 1), several("L4", 2)) == ("L4", "2 × L4")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("TPU:0",), "is not a device"),
        (("GPU:0", "CPU:0"), "either GPUs or CPUs"),
        (("CPU:1", "CPU:1"), "each device once"),
    ],
)
def test_names_of_devices_are_checked(names: tuple[Any, ...], message: str):
    assert device_numbers(("GPU:1", "GPU:0")) == ("GPU", [1, 0])
    assert device_numbers(()) == ("", [])
    with pytest.raises(RunError, match=message):
        device_numbers(names)
