"""The papers beside the manual say what the tree holds: the picture of the house, and the index of the decisions."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DECISIONS = ROOT / "docs" / "adr"
ROW = re.compile(r"^\| (\d+) \| \[(.+)\]\((\S+\.md)\) \| (.+) \|$", re.MULTILINE)


def index() -> dict[str, tuple[str, str, str]]:
    """Number, title and status of each decision of the index, by its file."""
    rows = ROW.findall((DECISIONS / "README.md").read_text(encoding="utf-8"))
    return {file: (number, title, status) for number, title, file, status in rows}


def texts() -> dict[str, str]:
    """The text of each decision, by its file."""
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(DECISIONS.glob("[0-9]*.md"))}


def test_the_picture_of_the_house_is_what_the_contracts_say():
    check = [sys.executable, ROOT / "script" / "house.py", "--check"]
    done = subprocess.run(check, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_every_decision_is_in_the_index_with_its_number_and_title():
    headings = {name: text.partition("\n")[0] for name, text in texts().items()}
    assert {name: f"# {number}. {title}" for name, (number, title, _) in index().items()} == headings
    assert [int(number) for number, _, _ in index().values()] == [int(name[:4]) for name in headings]


def test_the_status_of_a_decision_names_the_later_ones_that_changed_it():
    statuses = {name: status for name, (_, _, status) in index().items()}
    words = re.compile(r"accepted|(amended|superseded) by \[\d+\]\(\S+\)(, \[\d+\]\(\S+\))*")
    assert {name: status for name, status in statuses.items() if not words.fullmatch(status)} == {}
    for name, status in statuses.items():
        for number, file in re.findall(r"\[(\d+)\]\((\S+)\)", status):
            assert file in statuses and int(file[:4]) == int(number) > int(name[:4]), (name, status)


def test_a_decision_that_later_ones_changed_says_so_below_its_title():
    line = re.compile(r"# .+\n\n\*(?:Amended|Superseded) by (.+)\*\n")
    said = {name: line.match(text) for name, text in texts().items()}
    changed_by = {name: re.findall(r"\]\((\S+)\)", match[1]) for name, match in said.items() if match}
    rows = {name: re.findall(r"\]\((\S+)\)", status) for name, (_, _, status) in index().items()}
    assert changed_by == {name: files for name, files in rows.items() if files}


def test_every_link_of_a_decision_leads_to_a_file():
    links = [
        (name, link)
        for name, text in texts().items()
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
        if not link.startswith("http")
    ]
    assert [(name, link) for name, link in links if not (DECISIONS / link).is_file()] == []
