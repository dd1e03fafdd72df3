"""The cores of a processor are shared among the batches that are read at once."""

import pytest
from support.processes.python import run_python

from core.base.systems.processors import side_by_side, threads_of_each


@pytest.mark.parametrize(("cores", "batches", "threads"), [(1, 1, 1), (2, 2, 1), (4, 4, 1), (7, 4, 1), (16, 4, 4)])
def test_each_batch_has_its_share_of_the_cores(cores: int, batches: int, threads: int):
    assert (side_by_side(cores), threads_of_each(cores)) == (batches, threads)


@pytest.mark.long
def test_a_command_that_reads_leaves_the_threads_that_a_person_has_chosen():
    reads = "import os; from app.workers.tensorflow import load_named_backend; "
    reads += "load_named_backend('tensorflow', side_by_side=True); print(os.environ['TF_NUM_INTRAOP_THREADS'])"
    assert run_python("-c", reads).strip() == str(threads_of_each())
    assert run_python("-c", reads, TF_NUM_INTRAOP_THREADS="7").strip() == "7"
