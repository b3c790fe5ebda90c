#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Another client's look at the tree below a path, by kazoo: nothing of it is the code under test.

truth.py HOSTS PATH read: every node below as JSON, [{"path", "czxid", "owner"}, …]; makes PATH if it is not there.
truth.py HOSTS PATH clear: deletes all below. Both ask a server that has caught up with its leader."""

import json
import logging
import sys

from kazoo.client import KazooClient
from kazoo.exceptions import NoNodeError
from kazoo.retry import KazooRetry

logging.disable(logging.CRITICAL)
HOSTS, ROOT, WHAT = sys.argv[1:]


def below(client, path):
    """The nodes below, parents first. One that goes meanwhile is left out: whoever compares looks again."""
    try:
        names = sorted(client.get_children(path))
    except NoNodeError:
        return
    asked = [(f"{path}/{name}", client.exists_async(f"{path}/{name}")) for name in names]
    for child, answer in asked:
        stat = answer.get()
        if stat is None:
            continue
        yield child, stat
        if stat.ephemeralOwner == 0:
            yield from below(client, child)


def clear(client):
    for child, _ in reversed(list(below(client, ROOT))):
        try:
            client.delete(child)
        except NoNodeError:
            pass


client = KazooClient(hosts=HOSTS, connection_retry=KazooRetry(max_tries=-1, delay=0.1, max_delay=0.5))
client.start(timeout=60)
client.ensure_path(ROOT)
client.sync(ROOT)
if WHAT == "clear":
    clear(client)
else:
    nodes = [{"path": path, "czxid": str(stat.czxid), "owner": str(stat.ephemeralOwner)} for path, stat in below(client, ROOT)]
    print(json.dumps(nodes))
client.stop()
client.close()
