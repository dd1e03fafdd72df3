from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from tests.tour import report
from tests.tour.guide import Outcome, Picture

SEEN = Outcome(
    "Open a folder",
    "A folder is opened.",
    "seen",
    ("500 images are listed.", "a < b"),
    "",
    65.4,
    (Picture(Path("/somewhere/01-first-page.png"), "The “first” page.", 1440, 860),),
)
MISSED = Outcome("Train", "The button is pressed.", "not seen", (), "The loss has not halved & so on.", 12.0)
LEFT = Outcome("Play", "It is played.", "not taken", trouble="It needs what was not seen to work: Train.")
MACHINE = "Linux, 2 cores"


def page_of(*outcomes: Outcome) -> ElementTree.Element:
    return ElementTree.fromstring(report.page(outcomes, 77.4, MACHINE))  # XML, too, so each tag is closed


def words_of(page: ElementTree.Element) -> str:
    return "".join(part for element in page.iter("body") for part in element.itertext())


def test_page_tells_of_each_stage_what_was_done_what_was_seen_how_long_it_took_and_why_not():
    page = page_of(SEEN, MISSED, LEFT)
    for said in (SEEN.title, SEEN.done, *SEEN.seen, "1:05", MISSED.trouble, "0:12", LEFT.trouble, MACHINE):
        assert said in words_of(page)
    assert [section.get("class") for section in page.iter("section")] == ["seen", "missed", "left"]
    assert [mark for mark in words_of(page) if mark in "✓✗–"] == [*"✓✗–", *"✓✗–"]  # in the table, and at each stage


def test_lines_for_the_terminal():
    assert report.lines(SEEN) == ["✓ Open a folder (1:05)", "    500 images are listed.", "    a < b"]
    assert report.lines(MISSED) == ["✗ Train (0:12)", "    The loss has not halved & so on."]
    assert report.lines(LEFT) == ["– Play", "    It needs what was not seen to work: Train."]


def test_links_of_the_table_lead_to_the_stages():
    page = page_of(SEEN, MISSED)
    links = {link.get("href", "") for link in page.iter("a")}
    assert {link for link in links if link.startswith("#")} == {f"#{part.get('id')}" for part in page.iter("section")}


def test_what_is_told_is_never_taken_for_html():
    bad = '<script>"&'
    outcome = replace(
        SEEN, title=bad, done=bad, seen=(bad,), trouble=bad, pictures=(Picture(Path("a.png"), bad, 1, 1),)
    )
    page = page_of(outcome)
    assert words_of(page).count(bad) == 6  # twice the title, and the caption
    assert [picture.get("alt") for picture in page.iter("img")] == [bad]


def test_report_is_written_beside_the_pictures_again_and_again(tmp_path: Path):
    assert report.write(tmp_path, (SEEN,), 1.0, MACHINE) == report.write(tmp_path, (SEEN, MISSED), 2.0, MACHINE)
    (path,) = tmp_path.iterdir()
    assert path.read_text("utf-8") == report.page((SEEN, MISSED), 2.0, MACHINE)


def test_pictures_of_an_earlier_report_are_removed_and_nothing_else(tmp_path: Path):
    for name in ("01-first-page.png", "02-mine.png", "holiday.jpg"):
        (tmp_path / name).touch()
    report.clear(tmp_path)  # there is no report yet
    report.write(tmp_path, (SEEN,), 1.0, MACHINE)
    report.clear(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"02-mine.png", "holiday.jpg"}
