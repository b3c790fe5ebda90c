# SPDX-License-Identifier: Apache-2.0
"""One client of kazoo's Lock in a process of its own, as `lockscope-cli try` starts it; hold time 0. Once connected it
waits for all others: it makes NAME.ready in the folder that it is given, and opens the pipe "go" there. At the end
NAME.json says how often it held, and from when to when, by the clock that all processes share."""

import json
import os
import sys
import time

from kazoo.client import KazooClient

folder = sys.argv[1]
name = os.environ["LOCKSCOPE_CLIENT"]
path = os.environ["LOCKSCOPE_LOCK"]
zk = KazooClient(hosts=os.environ["LOCKSCOPE_CONNECT"], timeout=30.0)
zk.start()
zk.ensure_path(path)
lock = zk.Lock(path, name)
acquired = 0
with open(f"{folder}/{name}.ready", "w"):
    pass
with open(f"{folder}/go"):
    pass
began = time.monotonic_ns()
for _ in range(int(os.environ["LOCKSCOPE_ROUNDS"])):
    lock.acquire()
    print("acquired", flush=True)
    lock.release()
    print("released", flush=True)
    acquired += 1
ended = time.monotonic_ns()
with open(f"{folder}/{name}.part", "w") as file:
    json.dump({"began": began, "ended": ended, "acquired": acquired}, file)
os.rename(f"{folder}/{name}.part", f"{folder}/{name}.json")
zk.stop()
zk.close()
