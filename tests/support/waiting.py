"""How long the tests of the window wait for what has to come."""

from functools import partialmethod

from pytestqt.qtbot import QtBot

WAIT = 60_000  # ms: far more than anything takes, so that a busy machine fails no test


class PatientBot(QtBot):
    """Waits so long, unless it is told otherwise."""

    waitUntil = partialmethod(QtBot.waitUntil, timeout=WAIT)
    waitSignal = partialmethod(QtBot.waitSignal, timeout=WAIT)
    waitExposed = partialmethod(QtBot.waitExposed, timeout=WAIT)
