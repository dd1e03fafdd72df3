import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import pytest
from support.networks.workers import free_ports

from core.base.errors import RunError, Sentence
from core.base.progress import Cancelled
from core.cluster.addresses import Address, ClusterSpec, from_tf_config, is_alone
from core.cluster.cluster import Cluster, WorkerLostError
from core.cluster.meeting import meet

PATIENCE = 60.0  # seconds: more than any machine needs
VERSIONS: Mapping[str, str | None] = {"TextScanner Studio": "1.0", "keras": "3.15"}


class Meeting:
    """Workers in threads that come to one meeting."""

    def __init__(self, count: int = 2) -> None:
        self.addresses = free_ports(count)
        self.is_over = threading.Event()
        self.missing: dict[int, str] = {}  # by the worker that waits
        self.clusters: list[Cluster] = []
        self._pool = ThreadPoolExecutor(8)

    def comes(
        self, index: int, versions: Mapping[str, str | None] = VERSIONS, patience: float | None = PATIENCE,
        silent: float = PATIENCE,
    ) -> Future[Cluster]:  # fmt: skip
        def look(missing: str) -> None:
            self.missing[index] = missing
            if self.is_over.is_set():
                raise Cancelled

        def come() -> Cluster:
            cluster = meet(ClusterSpec.of(self.addresses, index), versions, look, patience=patience, silent=silent)
            self.clusters.append(cluster)
            return cluster

        return self._pool.submit(come)

    def met(self, silent: float = PATIENCE) -> tuple[Cluster, ...]:
        coming = [self.comes(index, silent=silent) for index in range(len(self.addresses))]
        return tuple(each.result(PATIENCE) for each in coming)

    def end(self) -> None:
        self.is_over.set()
        for cluster in self.clusters:
            cluster.close()
        self._pool.shutdown()


@pytest.fixture
def meeting() -> Iterator[Meeting]:
    found = Meeting()
    yield found
    found.end()


@pytest.fixture
def three() -> Iterator[Meeting]:
    found = Meeting(3)
    yield found
    found.end()


def lost(work: Callable[[], object]) -> str:
    with pytest.raises(WorkerLostError) as caught:
        work()
    return str(caught.value)


def test_all_hear_worker_0_and_it_hears_all(three: Meeting):
    chief, one, two = three.met()
    chief.send("order", do="step", rate=0.5)
    assert [cluster.hear("order")[0]["rate"] for cluster in (one, two)] == [0.5, 0.5]
    for number, cluster in enumerate((one, two)):
        cluster.send("through", weights=number)
    assert {index: message["weights"] for index, message in chief.hear("through").items()} == {1: 0, 2: 1}


def test_the_port_of_worker_0_is_free_once_they_have_met(meeting: Meeting):
    meeting.met()
    host, port = meeting.addresses[0].split(":")
    with socket.socket() as later:
        later.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        later.bind((host, int(port)))
        later.listen()


def test_bytes_are_handed_out_whole(meeting: Meeting):
    chief, one = meeting.met()
    data = bytes(range(256)) * 20_000
    threading.Thread(target=chief.hand_out, args=(data,), daemon=True).start()
    assert one.take() == data


def test_a_wish_to_stop_reaches_worker_0(meeting: Meeting):
    chief, one = meeting.met()
    stopped = threading.Event()
    chief.when_stopped = stopped.set
    one.send("stop")
    assert stopped.wait(PATIENCE)


def test_other_versions_are_refused_with_both_named_on_both_sides(meeting: Meeting):
    chief, other = meeting.comes(0), meeting.comes(1, {**VERSIONS, "keras": "3.9"})
    for each in (chief, other):
        with pytest.raises(RunError, match=r"Worker 1 differs from worker 0: keras is 3\.9 there and 3\.15 here"):
            each.result(PATIENCE)


def test_of_two_workers_of_one_index_one_is_refused_and_the_other_stays(three: Meeting):
    chief, one = three.comes(0), three.comes(1)
    for _ in range(2):
        refused, staying = wait({one, three.comes(1)}, PATIENCE, FIRST_COMPLETED)  # whichever came later
        (one,), (late,) = staying, refused
        with pytest.raises(RunError, match=r"There is a worker 1 already|the port of .* is in use"):
            late.result()
    three.comes(2)
    assert chief.result(PATIENCE).leads and not one.result(PATIENCE).leads


def test_a_port_in_use_is_named(meeting: Meeting):
    host, port = meeting.addresses[1].split(":")
    with socket.socket() as other:
        other.bind((host, int(port)))
        other.listen()
        with pytest.raises(RunError, match=f"the port of {meeting.addresses[1]} is in use"):
            meeting.comes(1).result(PATIENCE)


def test_an_address_of_another_machine_cannot_be_listened_at():
    cluster_spec = ClusterSpec.of(("192.0.2.1:5001", "127.0.0.1:5002"), 0)
    with pytest.raises(RunError, match=r"cannot listen on 192\.0\.2\.1:5001"):
        meet(cluster_spec, VERSIONS)


def test_who_waits_too_long_is_told_who_is_missing(meeting: Meeting):
    for index in (0, 1):
        with pytest.raises(RunError, match=r"did not connect within 0 s.*--wait") as caught:
            meeting.comes(index, patience=0.0).result(PATIENCE)
        missing = f"{1 - index} ({meeting.addresses[1 - index]})"
        assert str(caught.value).startswith(f"Worker {missing} did not") and meeting.missing[index] == missing


def test_waiting_can_be_stopped(meeting: Meeting):
    waiting = [meeting.comes(index, patience=None) for index in (1,)]
    meeting.is_over.set()
    with pytest.raises(Cancelled):
        waiting[0].result(PATIENCE)


def test_a_worker_that_is_gone_ends_the_wait_of_the_others(three: Meeting):
    chief, one, two = three.met()
    two.close()
    said = lost(lambda: chief.hear("through"))
    assert said.startswith(f"Worker 2 ({three.addresses[2]}) is gone: its connection was closed.")
    chief.fail(said)
    chief.close()
    assert "Worker 2" in lost(lambda: one.hear("order"))


def test_work_that_waits_for_a_lost_worker_is_given_up(meeting: Meeting):
    chief, one = meeting.met()
    never = threading.Event()
    one.close()
    assert "Worker 1" in lost(lambda: chief.guarded(never.wait))
    never.set()


def test_an_error_of_the_common_work_is_that_of_the_lost_worker(meeting: Meeting):
    chief, one = meeting.met()

    def broken() -> None:
        one.close()
        raise RuntimeError("Connection reset by peer")

    assert "Worker 1" in lost(lambda: chief.guarded(broken))


def test_results_and_own_errors_of_the_common_work_arrive(meeting: Meeting):
    chief, _ = meeting.met()
    assert chief.guarded(lambda: 42) == 42
    with pytest.raises(RunError, match="own"):
        chief.guarded(lambda: (_ for _ in ()).throw(RunError("own")))


def test_a_silent_worker_counts_as_gone(meeting: Meeting):
    host, port = meeting.addresses[0].split(":")
    coming = meeting.comes(0, silent=0.5)
    mute: socket.socket | None = None
    while mute is None:
        try:
            mute = socket.create_connection((host, int(port)))
        except OSError:
            continue
    workers = ",".join(meeting.addresses)
    from core.cluster.link import PeerLink

    link = PeerLink(mute, beat=PATIENCE)
    link.send({"kind": "hello", "language": 1, "index": 1, "workers": workers, "versions": dict(VERSIONS)})
    assert "has not answered" in lost(lambda: coming.result(PATIENCE).hear("facts"))
    mute.close()


def test_failures_are_told_with_their_sentence(meeting: Meeting):
    chief, one = meeting.met()
    chief.fail(Sentence("the disk of {name} is full", name="here"))
    assert lost(lambda: one.hear("order")) == f"Worker 0 ({meeting.addresses[0]}) has ended: the disk of here is full"


def test_all_part_once_all_are_through(meeting: Meeting):
    chief, one = meeting.met()
    leaving = threading.Thread(target=one.end, daemon=True)
    leaving.start()
    chief.end()
    leaving.join(PATIENCE)
    assert not leaving.is_alive()


TWO = ("127.0.0.1:5001", "127.0.0.1:5002")


def test_an_address_is_a_host_and_a_port():
    assert Address.parse("gpu-1.lan:5001") == Address("gpu-1.lan", 5001)
    assert Address.parse("[::1]:5001") == Address("::1", 5001)
    assert str(Address("::1", 5001)) == "[::1]:5001"


@pytest.mark.parametrize("text", ["host", "host:", ":5001", "host:port", "host:0", "host:70000", "host:" + "9" * 5001])
def test_what_is_no_address_is_refused(text: str):
    with pytest.raises(RunError, match="is not an address"):
        Address.parse(text)


def test_one_address_for_two_workers_is_refused():
    with pytest.raises(RunError, match=r"127\.0\.0\.1:5001 occurs twice"):
        ClusterSpec.of((TWO[0], TWO[0]), 0)


def test_an_index_that_no_worker_has_is_refused():
    with pytest.raises(RunError, match="index: 2 is none of the 2 workers"):
        ClusterSpec.of(TWO, 2)


def test_one_worker_is_no_cluster():
    with pytest.raises(RunError, match="at least two"):
        ClusterSpec.of(TWO[:1], 0)


def test_a_machine_that_others_reach_needs_a_permission_also_for_loopback(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "eth0")])
    for addresses in (TWO, (TWO[0], "192.0.2.1:5001")):
        cluster_spec = ClusterSpec.of(addresses, 0)
        with pytest.raises(RunError, match=r"port 5001 at all addresses.*neither encrypted.*--allow-network.*unshare"):
            cluster_spec.refuse_strangers(allow_network=False)
        cluster_spec.refuse_strangers(allow_network=True)


def test_a_machine_with_nothing_but_loopback_needs_no_permission(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo")])
    ClusterSpec.of(("localhost:5001", *TWO), 0).refuse_strangers(allow_network=False)


@pytest.mark.parametrize(
    ("interfaces", "alone"), [(["lo"], True), (["lo0"], True), (["lo", "tun0"], False), ([], False)]
)
def test_only_loopback_is_alone(interfaces: list[Any], alone: bool):
    assert is_alone(interfaces) is alone


def test_an_address_that_does_not_resolve_is_named():
    cluster_spec = ClusterSpec.of((TWO[0], "nowhere.invalid:5001"), 0)
    with pytest.raises(RunError, match=r"nowhere\.invalid:5001 is unknown"):
        cluster_spec.refuse_strangers(allow_network=True)


def test_tf_config_is_written_as_it_is_read():
    assert from_tf_config(ClusterSpec.of(TWO, 1).tf_config()) == (TWO, 1)


def test_the_chief_of_tf_config_is_worker_0():
    cluster_spec = {"chief": [TWO[0]], "worker": [TWO[1]]}
    assert from_tf_config(json.dumps({"cluster": cluster_spec, "task": {"type": "worker", "index": 0}})) == (TWO, 1)
    assert from_tf_config(json.dumps({"cluster": cluster_spec, "task": {"type": "chief", "index": 0}})) == (TWO, 0)


def test_tf_config_of_one_process_is_none():
    assert from_tf_config(json.dumps({"cluster": {"worker": [TWO[0]]}, "task": {"type": "worker", "index": 0}})) is None
    assert from_tf_config("{}") is None


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"cluster": 3}', '{"task": {"index": "x"}}'])
def test_a_tf_config_that_is_none_is_refused(text: str):
    with pytest.raises(RunError, match="TF_CONFIG: not as TensorFlow wants it"):
        from_tf_config(text)


def test_parameter_servers_of_tf_config_are_refused():
    with pytest.raises(RunError, match='tasks of the kind "ps"'):
        from_tf_config(json.dumps({"cluster": {"worker": list(TWO), "ps": ["127.0.0.1:5003"]}, "task": {}}))
