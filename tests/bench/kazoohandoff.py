# SPDX-License-Identifier: Apache-2.0
"""kazoo's Lock under the same load: a client and a thread each, hold time 0. Prints one JSON object.
A hand-over is from before release() is called to the return of the next acquire(). Connecting is not measured."""

import json
import sys
import threading
import time

import kazoo
from kazoo.client import KazooClient

hosts, lock_path, clients, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
released_at = 0
handoffs = []
started = threading.Event()


def contend(client, name):
    global released_at
    lock = client.Lock(lock_path, name)
    started.wait()
    for _ in range(rounds):
        lock.acquire()
        now = time.perf_counter_ns()
        if released_at:
            handoffs.append(now - released_at)
        released_at = time.perf_counter_ns()
        lock.release()


connected = [KazooClient(hosts=hosts, timeout=30.0) for _ in range(clients)]
for one in connected:
    one.start()
connected[0].ensure_path(lock_path)
threads = [threading.Thread(target=contend, args=(one, "kazoo-%d" % i)) for i, one in enumerate(connected)]
for thread in threads:
    thread.start()
begin = time.perf_counter_ns()
started.set()
for thread in threads:
    thread.join()
duration = time.perf_counter_ns() - begin
connected[0].delete(lock_path)
for one in connected:
    one.stop()
    one.close()
handoffs.sort()


def percentile_us(share):
    """Nearest rank."""
    rank = max(1, -(-int(share * 1000 * len(handoffs)) // 1000))
    return handoffs[rank - 1] / 1000


print(json.dumps({"version": kazoo.__version__, "count": len(handoffs), "p50_us": percentile_us(0.5),
                  "p99_us": percentile_us(0.99), "duration_ms": duration / 1e6}))
