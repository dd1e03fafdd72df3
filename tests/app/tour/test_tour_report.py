from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

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


class Page(HTMLParser):
    """What a page holds, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.pictures: list[dict[str, str | None]] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.states: list[str] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "img":
            self.pictures.append(given)
        if tag == "a":
            self.links.append(given["href"] or "")
        if tag == "section":
            self.ids.append(given["id"] or "")
            self.states.append(given["class"] or "")
        if tag not in ("img", "meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.words += data


def page_of(*outcomes: Outcome) -> Page:
    return Page(report.page(outcomes, 77.4, MACHINE))


def test_page_tells_of_each_stage_what_was_done_what_was_seen_how_long_it_took_and_why_not():
    page = page_of(SEEN, MISSED, LEFT)
    assert page.open == []
    for said in (SEEN.title, SEEN.done, *SEEN.seen, "1:05", MISSED.trouble, "0:12", LEFT.trouble, MACHINE):
        assert said in page.words
    assert page.states == ["seen", "missed", "left"]
    assert [mark for mark in page.words if mark in "✓✗–"] == [*"✓✗–", *"✓✗–"]  # in the table, and at each stage


def test_lines_for_the_terminal():
    assert report.lines(SEEN) == ["✓ Open a folder (1:05)", "    500 images are listed.", "    a < b"]
    assert report.lines(MISSED) == ["✗ Train (0:12)", "    The loss has not halved & so on."]
    assert report.lines(LEFT) == ["– Play", "    It needs what was not seen to work: Train."]


def test_links_of_the_table_lead_to_the_stages():
    page = page_of(SEEN, MISSED)
    assert {link.removeprefix("#") for link in page.links if link.startswith("#")} == set(page.ids) != set()


def test_what_is_told_is_never_taken_for_html():
    bad = '<script>"&'
    outcome = replace(
        SEEN, title=bad, done=bad, seen=(bad,), trouble=bad, pictures=(Picture(Path("a.png"), bad, 1, 1),)
    )
    page = page_of(outcome)
    assert page.open == []
    assert page.words.count(bad) == 6  # twice the title, and the caption
    assert page.pictures[0]["alt"] == bad


def test_report_is_written_beside_the_pictures_again_and_again(tmp_path):
    assert report.write(tmp_path, (SEEN,), 1.0, MACHINE) == report.write(tmp_path, (SEEN, MISSED), 2.0, MACHINE)
    (path,) = tmp_path.iterdir()
    assert path.read_text("utf-8") == report.page((SEEN, MISSED), 2.0, MACHINE)


def test_pictures_of_an_earlier_report_are_removed_and_nothing_else(tmp_path):
    for name in ("01-first-page.png", "02-mine.png", "holiday.jpg"):
        (tmp_path / name).touch()
    report.clear(tmp_path)  # there is no report yet
    report.write(tmp_path, (SEEN,), 1.0, MACHINE)
    report.clear(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"02-mine.png", "holiday.jpg"}
