"""The stages that need no network: open, mend, edit, draw, look, find."""

import numpy as np
from PySide6.QtCore import QSize

from core.labels.maps.render import TargetMaps
from tests.tour.guide import Guide, Stage
from tests.tour.project import SLIPPED, label_on_disk

_SIZE = QSize(1440, 860)  # px
_RESTYLED = 1500  # ms until every widget has laid itself out anew


def open_folder(guide: Guide) -> None:
    session, hands = guide.session, guide.hands
    guide.window.resize(_SIZE)
    guide.picture("first-page", "The first page.")
    session.open(guide.project.folder)
    hands.wait_until_open()
    shown = [pane for (_, source), pane in guide.window.centre.maps.panes.items() if source == "target"]
    guide.require(all(pane.isVisible() for pane in shown), "The target maps are not in sight.")
    maps = session.editor.rendered(session.editor.spec, session.catalog.project_charset)
    guide.require(isinstance(maps, TargetMaps), f"{session.image} has no target maps: {maps}")
    assert isinstance(maps, TargetMaps)
    drawn = [map_ for map_ in (maps.character, maps.order, maps.localization) if np.any(map_)]
    guide.require(len(drawn) == len(shown), f"A target map of {session.image} is empty.")
    guide.picture("image-and-target-maps", "The first image over its three target maps.")
    guide.say(
        f"{len(session.catalog.table):,} images are listed, and {session.image} is on screen with three target maps."
    )


def mend(guide: Guide) -> None:
    """Go to the wrong symbol, mend it with one key, take that back, and do it again."""
    hands, editor = guide.hands, guide.session.editor
    hands.do("go.next_problem")
    hands.wait_for_image()
    hands.wait(lambda: editor.problems, "the problems of the label")
    guide.picture("wrong-symbol", "F8 goes to the next problem, and the list says what is wrong.")
    guide.say(editor.problems[0].message)
    before = editor.label
    hands.click(*hands.centre_of(before.ranking[SLIPPED - 1]))
    hands.type((before.text or "")[SLIPPED - 1], guide.window.centre.canvas)
    hands.wait(lambda: editor.label.reading == before.text, "the right symbol")
    hands.wait(lambda: not editor.problems, "the end of the problem")
    guide.picture("mended-with-one-key", "One key, and the problem is gone.")
    hands.do("edit.undo")
    hands.wait(lambda: editor.label == before, "undo")
    guide.picture("undone", "Undone.")
    hands.do("edit.redo")
    hands.wait(lambda: editor.label != before, "redo")
    hands.wait_until_saved()
    image = guide.session.image or ""
    reading = label_on_disk(guide.project, image).reading
    guide.require(reading == before.text, f"The label file of {image} reads “{reading}”, not “{before.text}”.")
    guide.picture("redone-and-saved", "Redone, and saved by itself.")
    guide.say(f"Its characters read “{before.text}” now, in the label file, too.")


def edit(guide: Guide) -> None:
    """Move a character, and read two in the other order; both are undone."""
    hands, editor = guide.hands, guide.session.editor
    _show_row(guide, 0)
    before = editor.label
    x, y = hands.centre_of(0)
    hands.do("tool.select")
    hands.drag([(x, y), (x + 4, y + 3)])
    hands.wait(lambda: editor.label.characters[0].polygon != before.characters[0].polygon, "the character, moved")
    guide.picture("character-moved", "A character is dragged; its maps follow.")
    hands.do("tool.renumber")
    ranking = editor.label.ranking
    hands.click(*hands.centre_of(ranking[1]))
    hands.click(*hands.centre_of(ranking[0]))
    hands.wait(lambda: editor.label.ranking[:2] == (ranking[1], ranking[0]), "the other order")
    guide.picture("renumbered", "Two clicks, and the first two characters are read in the other order.")
    hands.keys("Return", guide.window.centre.canvas)  # the others follow as they are
    for _ in range(2):
        hands.do("edit.undo")
    hands.wait(lambda: editor.label == before, "both edits, undone")
    hands.wait_until_saved()
    guide.say("A character was moved, two were renumbered, and both edits were undone.")


def draw(guide: Guide) -> None:
    """Label a word from nothing: delete its label, type the text, draw one box round the word."""
    hands, session = guide.hands, guide.session
    _show_row(guide, 1)
    text = session.editor.label.word
    corners = [corner for character in session.editor.label.characters for corner in character.polygon]
    hands.do("edit.delete_label")
    hands.wait(lambda: not session.editor.has_label, "the deletion")
    hands.do("label.text")
    hands.type(text)
    hands.keys("Shift+Return")
    hands.do("tool.word")
    left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in corners) for axis in (0, 1))
    hands.drag([(left, top), (right, bottom)])
    hands.wait(lambda: len(session.editor.label.characters) == len(text), "a box for each symbol")
    guide.picture("word-divided", "The text is typed, and one box round the word is divided among its symbols.")
    image = session.image
    hands.keys("Return", guide.window.centre.canvas)
    # it goes on with the next image that has no known label, or stays if there is none
    hands.wait(lambda: session.image != image or session.editor.label.status == "reviewed", "the next image")
    hands.keys("Escape", guide.window.centre.canvas)  # letters are typed into the word, until its tool is left
    _show_row(guide, 1)
    hands.wait_for_image(image)
    guide.require(session.editor.label.status == "reviewed", f"{image} is not marked as reviewed.")
    guide.picture("labelled-and-reviewed", "Return marks the word as reviewed.")
    guide.say(f"{image} was labelled anew: “{text}”, {len(text)} boxes, reviewed.")


def look(guide: Guide) -> None:
    """Overlay, a single position, what the maps decode to."""
    hands, session = guide.hands, guide.session
    hands.do("view.overlay.localization")
    guide.picture("overlay", "The centre map over the picture.")
    for action in ("view.isolate_next", "view.isolate_next"):
        hands.do(action)
    hands.wait(lambda: session.display.choices.position is not None, "a position alone")
    guide.picture("one-position", "The map of one position alone.")
    for action in ("view.isolate_previous", "view.isolate_previous", "view.overlay.none"):
        hands.do(action)
    guide.say("A map was laid over the picture, and one position of it shown alone.")


def find(guide: Guide) -> None:
    """Filter, command palette, dark theme, Chinese."""
    hands, window, catalog = guide.hands, guide.window, guide.session.catalog
    hands.do("view.filter")
    hands.type("len:>5 status:draft", window.images.filter_box)
    hands.wait(lambda: len(catalog.visible) < len(catalog.table), "the filter")
    guide.picture("filtered", "The list, filtered: words of more than five symbols that nobody has reviewed.")
    guide.say(f"The filter lets {len(catalog.visible):,} of {len(catalog.table):,} images pass.")
    window.images.filter_box.clear()
    hands.do("view.palette")
    palette = hands.dialog()
    hands.type("sort")
    guide.picture("command-palette", "Every action is found by its name.", over=palette)
    hands.keys("Escape")
    window.action_set.trigger("view.theme.dark")
    guide.picture("dark", "The dark theme.", wait=_RESTYLED)
    window.action_set.trigger("view.language.zh_CN")
    guide.picture("chinese", "In Chinese.", wait=_RESTYLED)
    window.action_set.trigger("view.language.en")
    window.action_set.trigger("view.theme.light")


def _show_row(guide: Guide, row: int) -> None:
    guide.show(guide.session.catalog.image_at(row) or "")


LABELLING = (
    Stage("open", "Open a folder", "A folder of word images is opened.", open_folder),
    Stage(
        "mend",
        "A wrong symbol is a problem",
        "A label with a wrong symbol is gone to, mended with one key, undone and redone.",
        mend,
        ("open",),
    ),
    Stage("edit", "Edit characters", "A character is moved, and two are read in the other order.", edit, ("open",)),
    Stage("draw", "Label a word from nothing", "Its text is typed, and one box drawn round the word.", draw, ("open",)),
    Stage("look", "Look at the maps", "A map is laid over the picture, and a position shown alone.", look, ("open",)),
    Stage("find", "Find", "The list is filtered, an action searched, theme and language changed.", find, ("open",)),
)
"""What a person does before the training."""
