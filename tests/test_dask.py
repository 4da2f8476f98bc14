"""The same answers on a real Dask cluster of processes on this machine, also when one is killed."""

import gc
import json
import logging
import os
import signal
import warnings

import pytest

import zhuoji_fast as zj
from cli_runs import POSIX
from driver_tasks import Work, run
from zhuoji_fast.cli.app import run as command

# What a killed worker leaves behind is collected here and not in another test.
pytestmark = [POSIX, pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")]
distributed = pytest.importorskip("distributed", reason="needs Dask, the extra 'dask'")

MIX = ("useful", "shanten", "closed", "random")
WHOLE = ("useful", "shanten", 301, 6)


@pytest.fixture(scope="module")
def client():
    import dask  # noqa: PLC0415

    # No second try by Dask itself: what goes with a worker comes back to the driver as lost.
    settings = {"distributed.scheduler.allowed-failures": 0}
    with (
        warnings.catch_warnings(),
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        warnings.simplefilter("ignore")
        yield client
    gc.collect()


def workers_of(client, number):
    client.wait_for_workers(3, timeout=60)
    return list(client.scheduler_info()["workers"])[:number]


def kill_one(client):
    """Kill the process of a worker, as somebody outside would."""
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_workers_do_not_matter(client, number):
    executor = client.get_executor(workers=workers_of(client, number))
    for chunk in (37, None):
        assert zj.match(*WHOLE, executor=executor, chunk=chunk) == zj.match(*WHOLE)
    assert zj.play_hands(MIX, 700, 4, executor=executor) == zj.play_hands(MIX, 700, 4)
    run(executor, chunk=101)


def test_a_function_that_makes_the_executor(client):
    assert zj.match(*WHOLE, executor=client.get_executor) == zj.match(*WHOLE)


def test_a_python_function_plays(client):
    def bot(view, legal):
        return legal[0]

    executor = client.get_executor()
    assert zj.match(bot, "random", 3, executor=executor, chunk=1) == zj.match(bot, "random", 3)


@pytest.mark.parametrize("at", [10, 150])
def test_a_worker_killed_in_the_middle(client, at):
    workers_of(client, 3)

    def kill(done, total):
        if done == at:
            kill_one(client)

    found = zj.match(*WHOLE, executor=client.get_executor(), chunk=10, progress=kill)
    assert found == zj.match(*WHOLE)


def test_a_piece_that_kills_its_worker_is_sent_again(client, tmp_path):
    workers_of(client, 3)
    kill = tmp_path / "kill"
    kill.touch()
    run(client.get_executor(), work=Work(seconds=1e-4, kill=str(kill)), chunk=40)
    assert not kill.exists()


def test_the_client_itself_is_no_executor(client):
    with pytest.raises(TypeError, match="get_executor"):
        zj.match(*WHOLE, executor=client)


def test_a_client_that_is_closed(client):
    with distributed.Client(client.scheduler.address) as other:
        executor = other.get_executor()
    with pytest.raises(zj.ZhuojiError, match=r"executor: the Dask cluster .* \(closed: "):
        zj.match(*WHOLE, executor=executor)


def test_the_command_line(client, capfdbinary):
    address = client.scheduler.address
    assert command(["match", "useful", "shanten", "-n", "60", "--dask", address, "--json"]) == 0
    found = zj.MatchResult.from_dict(json.loads(capfdbinary.readouterr().out))
    assert found == zj.match("useful", "shanten", 60)
