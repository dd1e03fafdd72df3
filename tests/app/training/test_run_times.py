"""Times of the phases of the last trainings, by which the next one is announced."""

from pathlib import Path

from app.training.run_times import median_times, note_time


def test_next_training_is_expected_to_take_the_median_of_the_last_ones(tmp_path: Path):
    file = tmp_path / "state" / "times.json"
    for seconds in (1000.0, 60.0, 80.0, 90.0, 70.0, 85.0):
        note_time(file, "start", seconds)
    note_time(file, "compare", 30.0)
    assert median_times(file) == {"start": 80.0, "compare": 30.0}, "the first of six is forgotten"


def test_without_a_training_nothing_is_known_and_a_damaged_file_is_begun_again(tmp_path: Path):
    file = tmp_path / "times.json"
    assert median_times(file) == {}
    file.write_text("[no json")
    assert median_times(file) == {}
    note_time(file, "compare", 30.0)
    assert median_times(file) == {"compare": 30.0}
