"""The table of panels that can be shown and hidden, from which dock, menu, keys and layouts are made."""

from __future__ import annotations

from app.actions.panel import Panel
from core.base.plugins.active import plugins

CONTEXT = "Actions"  # translation context of the titles

OWN_PANELS = (
    Panel(
        "images",
        "Images",
        widget="app.views.image_list.panel:ImageList",
        key="Ctrl+Shift+1",
        icon="panel",
        side="left",
        size=280,
    ),
    Panel(
        "characters",
        "Characters",
        widget="app.views.label_panel.panel:LabelPanel",
        key="Ctrl+Shift+2",
        icon="panel-right",
        side="right",
        size=290,
    ),
    Panel(
        "predictions",
        "Reading",
        widget="app.views.predictions.panel:ReadingPanel",
        key="Y",
        icon="why",
        side="right",
        size=310,
    ),
    Panel("problems", "Problems", widget="app.views.problems.panel:ProblemsPanel", key="Ctrl+Shift+3", icon="warning"),
    Panel("runs", "Runs", widget="app.views.runs.panel:RunsPanel", key="Ctrl+Shift+7", icon="runs", size=240),
    Panel("history", "History", widget="app.views.history.panel:HistoryPanel", key="Ctrl+Shift+4", icon="history"),
    Panel("jobs", "Background work", widget="app.views.messages.jobs:JobsPanel", key="Ctrl+Shift+5"),
    Panel("review", "Review queue", widget="app.views.review.panel:ReviewPanel", key="Ctrl+F7", icon="review"),
    Panel(
        "evaluation",
        "Evaluation",
        widget="app.views.evaluation.panel:EvaluationPanel",
        key="Ctrl+F10",
        icon="evaluation",
        size=300,
    ),
)
"""The program's own panels, in the order of their tabs."""

PANELS = (*OWN_PANELS, *(panel for _, panel in plugins().loaded("panels", Panel, {panel.id for panel in OWN_PANELS})))
"""All panels, in the order of their tabs, with those of plug-ins at the end."""
