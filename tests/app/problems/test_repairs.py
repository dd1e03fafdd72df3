"""Mending all problems of a kind: what is proposed, and what is left to a person."""

import json
from pathlib import Path
from typing import Any

from app.language.titles import title_of_kind
from app.problems.repairs import Plan, plan_fixes
from core.charset import Charset
from core.labels.files.storage import label_path, parse_label
from core.project.project import Project

ALNUM = Charset.named("alnum")


def change(folder: Path, number: int, **changes: Any) -> str:
    """Change the label of an image; `symbol` that of its first character."""
    path = sorted(folder.glob("word*.json"))[number]
    values = json.loads(path.read_text(encoding="utf-8"))
    shapes = values["shapes"]
    if "orders" in changes:
        for shape, order in zip(shapes, changes.pop("orders"), strict=False):
            shape["order"] = order
    if "symbol" in changes:
        shapes[0]["label"] = changes.pop("symbol")
    path.write_text(json.dumps(values | changes, ensure_ascii=False), encoding="utf-8")
    return path.with_suffix(".png").name


def plan(folder: Path, kind: str, *images: str, choice: str | None = None, charset: Charset = ALNUM) -> Plan:
    return plan_fixes(Project.open(folder), charset, kind, images, choice)


def test_one_safe_fix_is_proposed_with_the_file_before_and_after(project_folder: Path):
    image = change(project_folder, 0, orders=(1, 1))
    before = label_path(project_folder / image).read_bytes()
    (proposal,) = plan(project_folder, "order-double", image).proposals
    assert proposal.image == image
    assert proposal.title == "Renumber the characters"
    assert proposal.before == before
    assert parse_label(proposal.after, "after").label == proposal.mended
    assert label_path(project_folder / image).read_bytes() == before
    assert not plan(project_folder, "order-double", image).without


def test_mended_label_no_longer_has_the_problem(project_folder: Path):
    image = change(project_folder, 0, orders=(1, 1, 1))
    (proposal,) = plan(project_folder, "order-double", image).proposals
    label_path(project_folder / image).write_bytes(proposal.after)
    again = plan(project_folder, "order-double", image)
    assert (again.proposals, sum(again.choices.values())) == ((), 0)


def test_problem_with_several_ways_is_left_alone_until_one_is_chosen(project_folder: Path):
    image = sorted(path.name for path in project_folder.glob("*.png"))[0]
    reading = parse_label(label_path(project_folder / image).read_bytes(), "label").label.reading
    change(project_folder, 0, text=("b" if reading[0] == "a" else "a") + reading[1:])
    first = plan(project_folder, "text-mismatch", image)
    assert first.proposals == ()
    assert set(first.choices) == {"text-from-characters", "characters-from-text"}
    chosen = plan(project_folder, "text-mismatch", image, choice="text-from-characters")
    (proposal,) = chosen.proposals
    assert proposal.mended.text == proposal.mended.reading == reading


def test_unknown_symbols_are_proposed_for_the_charset_and_the_label_stays(project_folder: Path):
    image = change(project_folder, 0, symbol="é", text=None)
    (proposal,) = plan(project_folder, "symbol-unknown", image, choice="add-to-charset").proposals
    assert proposal.symbols == ("é",)
    assert proposal.after == proposal.before


def test_image_without_that_problem_is_counted_as_left_alone(project_folder: Path):
    image = change(project_folder, 0, orders=(1, 1))
    other = sorted(path.name for path in project_folder.glob("*.png"))[1]
    found = plan(project_folder, "order-double", image, other, "gone.png")
    assert (len(found.proposals), found.without) == (1, 2)


def test_kind_that_is_not_known_is_called_by_its_id():
    assert title_of_kind("not-checked") == "not-checked"
