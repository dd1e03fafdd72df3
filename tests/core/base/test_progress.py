"""Progress that is told, and the time that is left."""

from core.base.progress import Staged, TimeLeft, ignore_news, report_time_left


def test_time_left_is_not_known_before_each_kind_of_work_to_come_was_measured():
    now = 0.0
    left = TimeLeft({"read": 40, "learn": 10}, lambda: now)
    now = 60.0
    left.did("read", 10)  # with the time of loading
    assert left.seconds() is None
    now = 70.0
    left.did("read", 10)
    assert left.seconds() is None, "learning may be ever so slow"
    now = 100.0
    left.did("learn")
    now = 105.0
    left.did("learn")
    assert left.seconds() == 20 * 1.0 + 8 * 5.0


def test_time_left_has_regard_to_a_limit_of_one_kind_and_to_what_is_left_out():
    now = 0.0
    left = TimeLeft({"read": 20, "learn": 10}, lambda: now)
    for kind in ("read", "read", "learn", "learn"):
        now += 5.0
        left.did(kind)
    assert left.seconds({"learn": 12.0}) == 18 * 5.0 + 12.0
    left.drop("learn", 8)
    assert left.seconds({"learn": 12.0}) == 18 * 5.0
    left.did("read", 18)
    assert left.seconds() == 0.0


def test_time_left_is_told_to_a_progress_that_takes_it():
    told: list[float | None] = []
    report_time_left(Staged(ignore_news, ignore_news, told.append), 4.0)
    report_time_left(ignore_news, 4.0)
    assert told == [4.0]
