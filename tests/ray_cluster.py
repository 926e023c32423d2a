"""A Ray cluster of two nodes on this machine, which no other machine reaches.

python -m tests.ray_cluster prints its address, and ends it when its input ends.
"""

import sys
from typing import Any

from ray import cluster_utils

NODE = {
    "node_ip_address": "127.0.0.1",
    "num_cpus": 1,
    "object_store_memory": 80 << 20,
    "include_dashboard": False,
}
ATTEMPTS = 10
"""Ray gives up on a node that needs more than half a minute, as it may on a busy machine."""


def two_nodes() -> Any:
    """A cluster of two nodes with a core each."""
    untyped: Any = cluster_utils
    for attempt in range(ATTEMPTS):
        cluster = untyped.Cluster()
        try:
            for _ in range(2):
                cluster.add_node(**NODE)
            return cluster
        except Exception as error:
            cluster.shutdown()
            print(f"attempt {attempt + 1}: {error}", file=sys.stderr)
    raise TimeoutError(f"no cluster after {ATTEMPTS} attempts")


if __name__ == "__main__":
    running = two_nodes()
    print(running.address, flush=True)
    sys.stdin.read()
    running.shutdown()
