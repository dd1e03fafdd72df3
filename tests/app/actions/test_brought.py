"""Actions that plug-ins bring: in the menu they name, and off with their plug-in if one fails."""

from support.more_actions import DONE

from app.actions.action import Menu
from app.actions.brought import brought_actions, with_brought
from core.base.plugins.active import Plugins
from core.base.plugins.plugin import ActionPart, Plugin

MENUS = (Menu("file", "File", parts=("file.open", "", "file.quit")),)


def more(after: str = "file.open") -> Plugin:
    good = ActionPart("more.good", "support.more_actions:GOOD", after)
    return Plugin("more", "More", actions=(good, ActionPart("more.bad", "support.more_actions:BAD", "")))


def test_an_action_stands_behind_the_entry_that_it_names():
    (menu,) = with_brought(MENUS, Plugins([more()]))
    assert menu.parts == ("file.open", "more.good", "", "file.quit")


def test_an_action_whose_neighbour_is_gone_is_in_no_menu():
    assert with_brought(MENUS, Plugins([more("file.gone")])) == MENUS


def test_menus_are_as_they_were_without_plugins():
    assert with_brought(MENUS, Plugins()) == MENUS


def test_an_action_that_fails_switches_its_plugin_off_and_none_of_its_actions_can_be_done():
    told = []
    active = Plugins([more()])
    active.listen(told.append)
    good, bad = brought_actions(active)
    good.run(None, None)
    assert DONE.pop() == "good" and good.enabled(None)
    bad.run(None, None)
    good.run(None, None)
    assert not DONE and not good.enabled(None)
    assert len(told) == 1 and "ZeroDivisionError" in told[0]


def test_an_action_with_the_id_of_one_of_the_program_switches_its_plugin_off():
    active = Plugins([more()])
    assert brought_actions(active, taken=["more.good"]) == () and active.on == ()
