"""A Ray cluster of two nodes on this machine, which no other machine reaches.

`python -m tests.ray_cluster` prints the address of the cluster. Then each line of its input is a
command in JSON: the working directory and the words. It runs the command and prints how it ended,
in JSON. All commands share one connection, so that the cluster starts its worker processes only
once. The cluster ends with the input.
"""

import json
import os
import sys
from contextlib import chdir, suppress
from typing import Any

import psutil

from parhelion.lab.workers import STAY_ON_LOOPBACK, connected
from tests.commands import run_command
from tests.waiting import TIMEOUT

NODE = {
    "node_ip_address": "127.0.0.1",
    "num_cpus": 1,
    "object_store_memory": 80 << 20,
    "include_dashboard": False,
}
ATTEMPTS = 10
"""Ray gives up on a node that takes more than half a minute, as it may on a busy machine."""
SETTINGS = {
    STAY_ON_LOOPBACK[0]: STAY_ON_LOOPBACK[1],
    "RAY_USAGE_STATS_ENABLED": "0",
    # Nodes need not drain before they end.
    "RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S": "0",
    # A slow machine is no reason to give up a node or a worker process.
    "RAY_worker_register_timeout_seconds": f"{TIMEOUT:.0f}",
    "RAY_health_check_timeout_ms": f"{1000 * TIMEOUT:.0f}",
    "RAY_gcs_server_request_timeout_seconds": f"{TIMEOUT:.0f}",
    # Nor is one with little free memory or disk space.
    "RAY_memory_monitor_refresh_ms": "0",
    "RAY_local_fs_capacity_threshold": "1",
}
"""Environment variables for Ray that make the cluster independent of the machine."""


def two_nodes() -> Any:
    """Start a cluster of two nodes with a core each."""
    from ray import cluster_utils

    untyped: Any = cluster_utils
    for attempt in range(ATTEMPTS):
        cluster = untyped.Cluster()
        try:
            for _ in range(2):
                cluster.add_node(wait=False, **NODE)
            cluster.wait_for_nodes(TIMEOUT)
            return cluster
        except Exception as error:
            cluster.shutdown()
            _kill_children()  # Ray forgets a node that did not start
            print(f"attempt {attempt + 1}: {error}", file=sys.stderr)
    raise TimeoutError(f"no cluster after {ATTEMPTS} attempts")


def _kill_children() -> None:
    """Kill all child processes of this process."""
    children = psutil.Process().children(recursive=True)
    for child in children:
        with suppress(psutil.NoSuchProcess):
            child.kill()
    psutil.wait_procs(children, timeout=TIMEOUT)


def main() -> None:
    """Start a cluster and run commands on it until the input ends."""
    os.environ.update(SETTINGS)  # before Ray is imported
    cluster = two_nodes()
    print(cluster.address, flush=True)
    with connected(cluster.address, None):
        for line in sys.stdin:
            folder, *words = json.loads(line)
            with chdir(folder):
                print(json.dumps(run_command(*words)), flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
