"""Bulk actions that are killed, meet a full disk or lose their folder at any step: nothing committed is lost.

Committed labels are compared byte for byte.
"""

import itertools
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.images import encode_png
from core.labels.files.history import History
from core.labels.files.storage import label_path

pytestmark = pytest.mark.long

KILLED = 9

PICTURE = encode_png(np.full((8, 16, 3), 200, np.uint8))

ACTIONS_TRIED = ["move", "put back", "delete", "edit", "import", "trash", "restore"]

IN_TROUBLE = [
    "move",
    "put back",
    "edit",
    "import",
    *(pytest.param(action, marks=pytest.mark.slow) for action in ("delete", "trash", "restore")),
]

ACTIONS = """
import os, sys
from functools import partial
from pathlib import Path
from app.bulk.bulk import carry_out
from app.bulk.exchange import Order, exchange
from app.bulk.moving import move_all
from core.project.moving import copied_into, into, move_away, put_back

root, action, last, trouble = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
images = sorted(path.name for path in root.glob("*.png"))[:2]
to_sub = partial(move_away, put=into(root / "sub"), copy=copied_into(root / "sub"))
to_trash = partial(move_away, put=into(root / "trash"))
moved = {}
if action == "put back":
    moved = {image: to_sub(root, image) for image in images}
if action == "restore":
    moved = {image: to_trash(root, image) for image in images}
words = root.with_name(root.name + ".txt")
words.write_text("".join(f"{image}\\tword\\n" for image in images))
count = 0


def step(event, arguments):
    global count
    if event in {"os.rename", "os.remove", "shutil.copyfile"} or (event == "open" and arguments[2] & os.O_CREAT):
        count += 1
        if count != last:
            return
        if trouble == "kill":
            os._exit(9)
        if trouble == "full disk":
            import resource
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        else:
            root.rename(root.with_name(root.name + " away"))


sys.addaudithook(step)
if action == "delete":
    carry_out(root, "Delete", images, lambda image, data: None)
elif action == "edit":
    carry_out(root, "Edit", images, lambda image, data: data.replace(b'"schema"', b'"text": "x", "schema"'))
elif action == "move":
    move_all(root, "Move", images, to_sub)
elif action == "trash":
    move_all(root, "Trash", images, to_trash)
elif action == "import":
    exchange(Order(words, root, images=root, overwrite=True), "Import", True, (), lambda done, total: None)
else:
    move_all(root, "Back", images, lambda root, image: put_back(root, moved[image]))
print(count >= last)
"""


def labels_of(root: Path) -> dict[str, bytes]:
    """The label files beside their images, by the image's name."""
    images = [path for path in root.rglob("*.png") if label_path(path).exists()]
    return {path.name: label_path(path).read_bytes() for path in images}


def has_met(trouble: str, root: Path, action: str, step: int) -> bool:
    """Carry out an action on two images that meets trouble at one of its steps. Return False if it has fewer steps."""
    command = [sys.executable, "-c", ACTIONS, root, action, str(step), trouble]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in {0, KILLED}, done.stderr
    return done.returncode == KILLED or done.stdout.strip() == "True"


def steps(folders: Callable[[str], Path], trouble: str, action: str) -> Iterator[tuple[Path, dict[str, bytes]]]:
    """The folders after an action met trouble at its first step, its second … and at none, and the labels before."""
    for step in itertools.count(1):
        root = folders(f"{action} {step}")
        before = labels_of(root)
        is_met = has_met(trouble, root, action, step)
        yield root, before
        if not is_met:
            assert step >= 4, "there were several steps"
            return


def kept_in(root: Path) -> set[bytes]:
    """The labels in a folder and in its history."""
    known = {entry.before for entry in History(root).entries() if entry.before is not None}
    return known | {path.read_bytes() for path in root.rglob("*.json")}


@pytest.mark.parametrize("action", ACTIONS_TRIED)
def test_action_that_is_killed_at_any_step_loses_no_label(hand_made_folder: Any, action: Any):
    for root, before in steps(hand_made_folder, "kill", action):
        if action in {"move", "put back"}:
            assert labels_of(root) == before, "each image has its label"
        assert {*before.values()} <= kept_in(root)


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
@pytest.mark.parametrize("action", IN_TROUBLE)
def test_action_that_meets_a_full_disk_at_any_step_loses_no_label_and_leaves_none_half(
    hand_made_folder: Any, action: Any
):
    for root, before in steps(hand_made_folder, "full disk", action):
        assert {*before.values()} <= kept_in(root)
        for path in root.rglob("*.json"):
            assert isinstance(json.loads(path.read_bytes()), dict), f"{path} is whole"
        pictures = [path.read_bytes() for path in root.rglob("*.png")]
        assert pictures == [PICTURE] * 3


@pytest.mark.parametrize("action", IN_TROUBLE)
def test_action_whose_folder_vanishes_at_any_step_loses_no_label_and_makes_no_other_folder(
    hand_made_folder: Any, action: Any
):
    for root, before in steps(hand_made_folder, "vanished folder", action):
        away = root.with_name(f"{root.name} away")
        assert root.exists() != away.exists(), "nothing is made where the folder was"
        here = away if away.exists() else root
        assert {*before.values()} <= kept_in(here)


@pytest.fixture
def hand_made_folder(tmp_path: Path):
    """Makes folders of three small images with a label each."""

    def made(name: str) -> Path:
        root = tmp_path / name
        root.mkdir()
        for number in range(3):
            (root / f"word_{number}.png").write_bytes(PICTURE)
            (root / f"word_{number}.json").write_text(f'{{"shapes": [], "note": "{number}", "schema": 1}}')
        return root

    return made
