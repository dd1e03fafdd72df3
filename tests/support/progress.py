"""Work that is stopped on its way."""

from core.base.progress import Cancelled, Progress


def stop_at(count: int = 0) -> Progress:
    def stop(done: int, total: int) -> None:
        if done >= count:
            raise Cancelled

    return stop
