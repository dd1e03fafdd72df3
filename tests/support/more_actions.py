"""Two actions that a plug-in may bring: one works, one fails."""

from app.actions.action import Action

DONE: list[str] = []

GOOD = Action("more.good", "Do good", run=lambda session, asker: DONE.append("good"))
BAD = Action("more.bad", "Fail", run=lambda session, asker: 1 / 0)
