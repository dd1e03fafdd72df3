"""The tables of a profile have room for their times in a narrow panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.widgets.profile_view import ProfileView
from core.runs.profile import OperatorCost, Profile


@pytest.mark.parametrize(("width", "is_below"), [(900, False), (370, True)])
def test_the_layers_stand_beside_the_operators_or_below_them_in_a_narrow_panel(
    qtbot: QtBot, width: int, is_below: bool
) -> None:
    view = ProfileView()
    qtbot.addWidget(view)
    view.set_profile(Profile(20, 20, 0.5, 0.1, (OperatorCost("Conv2D", 4, 0.2),), (), None, None, 0, "trace"))
    view.resize(width, 400)
    with qtbot.waitExposed(view):
        view.show()
    operators, layers = (table.mapTo(view, QPoint()) for table in (view.operators, view.layers))
    assert (layers.y() > operators.y()) is is_below
    assert (layers.x() > operators.x()) is not is_below
