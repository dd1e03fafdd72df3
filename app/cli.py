"""The `textscanner` command, with its window, its exit statuses, and every error as one line.

A command line without options opens the window at once. `app.console.commands` reads every other command line and is
loaded only for that: the libraries that read options would take a fifth of the time from the command to the window.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from types import FrameType

from app.console.terminal import UsageError, print_error, use_utf8, write_log
from app.console.window import command_names, open_window
from core.base.errors import StudioError
from core.base.progress import Cancelled


def main() -> None:
    """Run the command, and exit with 0 when the job is done, 1 when it has failed, 2 for wrong usage."""
    use_utf8()
    if not _opens_window(sys.argv[1:]):
        signal.signal(signal.SIGTERM, _terminated)
    sys.exit(run(sys.argv[1:]))


def _terminated(number: int, frame: FrameType | None) -> None:
    """End a command as Ctrl-C does, with a sentence.

    A command that can save something first has a way of its own.
    """
    raise Cancelled


def run(arguments: list[str]) -> int:
    """Run one command line, print every error as one line on standard error, and return the exit status."""
    try:
        status = _status_of(arguments)
    except StudioError as error:
        print_error(error)
        return 1
    except (Cancelled, KeyboardInterrupt):
        print_error("Stopped. The files written so far are whole.")
        return 1
    except BrokenPipeError:  # `textscanner check … | head` has seen enough
        sys.stderr.close()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print_error(f"{where}{error.strerror or error}. Check that the disk is there, has room and may be written.")
        return 1
    except UsageError as error:  # before the last: it is an Exception as well
        print_error(f"{str(error).rstrip().removesuffix('.')}. See 'textscanner --help'.")
        return 2
    except Exception as error:  # nothing a user does should come here; what does is shown in a line and logged
        print_error(f"{_explained(error)} Details are in {write_log(error)}.")
        return 1
    return status if isinstance(status, int) else 0


def _opens_window(arguments: list[str]) -> bool:
    """Return True for a command line without options and commands: it opens the window, on a folder if it names one."""
    if not arguments:
        return True
    return len(arguments) == 1 and not arguments[0].startswith("-") and arguments[0] not in command_names()


def _status_of(arguments: list[str]) -> object:
    """Run a command line, and return its exit status, or None for 0."""
    if _opens_window(arguments):
        return open_window(Path(arguments[0]) if arguments else None)
    from app.console.commands import run_command

    return run_command(arguments)


def _explained(error: Exception) -> str:
    from core.base.explaining.advice import explained

    return explained(error)


if __name__ == "__main__":
    main()
