"""A child process that is done before any window can have connected to it."""

from app.workers.child import Channel


def main(channel: Channel, argument: int) -> None:
    for number in range(argument):
        channel.send(number, keep="last")
