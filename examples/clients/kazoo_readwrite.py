#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""kazoo's ReadLock and WriteLock; every third client writes.

lockscope-cli try --lock /app/lock --recipe readwrite --exec examples/clients/kazoo_readwrite.py"""

import os

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException

zk = KazooClient(hosts=os.environ["LOCKSCOPE_CONNECT"], timeout=4)
zk.start()
name = os.environ["LOCKSCOPE_CLIENT"]
writes = int(name.rsplit("-", 1)[1]) % 3 == 0
lock = (zk.WriteLock if writes else zk.ReadLock)(os.environ["LOCKSCOPE_LOCK"], name)
rounds = int(os.environ["LOCKSCOPE_ROUNDS"])
done = 0
while rounds == 0 or done < rounds:
    done += 1
    try:
        lock.acquire()
    except KazooException as problem:
        print("failed", repr(problem), flush=True)
        continue
    print("acquired", flush=True)
    try:
        lock.release()
        print("released", flush=True)
    except KazooException:
        print("lost", flush=True)
zk.stop()
zk.close()
