#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A lock that is wrong: who is before it may go between its look at the queue and its watch, and then no event comes.

lockscope-cli try --lock /app/lock --clients 4 --rounds 50 --exec examples/clients/lost_wakeup.py"""

import os
import threading

from kazoo.client import KazooClient

zk = KazooClient(hosts=os.environ["LOCKSCOPE_CONNECT"])
zk.start()
path = os.environ["LOCKSCOPE_LOCK"]
zk.ensure_path(path)
for _ in range(int(os.environ["LOCKSCOPE_ROUNDS"])):
    mine = zk.create(path + "/lock-", ephemeral=True, sequence=True)
    queue = sorted(zk.get_children(path))
    place = queue.index(mine.rsplit("/", 1)[1])
    if place > 0:
        gone = threading.Event()
        zk.exists(path + "/" + queue[place - 1], watch=lambda event, gone=gone: gone.set())
        gone.wait()  # and if exists() found nothing?
    print("acquired", flush=True)
    zk.delete(mine)
    print("released", flush=True)
zk.stop()
zk.close()
