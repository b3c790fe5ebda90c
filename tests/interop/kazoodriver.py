#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""kazoo clients driven by a test, line by line: commands on standard input, events as JSON lines on standard output.

Each client is a session of its own and runs in a thread of its own, so that it may wait for a lock while others go on.
Ends when its standard input does."""

import json
import logging
import os
import sys
import threading
import time

from kazoo.client import KazooClient
from kazoo.exceptions import LockTimeout

logging.disable(logging.CRITICAL)
HOSTS = sys.argv[1]
clients = {}
output = threading.Lock()


def say(**event):
    with output:
        print(json.dumps(event), flush=True)


class Client:
    """One session with one lock object."""

    KINDS = {"mutex": "Lock", "read": "ReadLock", "write": "WriteLock"}

    def __init__(self, name, kind, path, leases="1"):
        self.name = name
        self.closing = False
        self.stopped = False
        self.zk = KazooClient(hosts=HOSTS)
        self.zk.start(timeout=60)  # as long as the tests wait for anything (tests/support/patience.h)
        if kind == "semaphore":
            self.lock = self.zk.Semaphore(path, name, max_leases=int(leases))
        elif kind == "election":
            self.lock = self.zk.Election(path, name).lock
        else:
            self.lock = getattr(self.zk, self.KINDS[kind])(path, name)

    def acquire(self, timeout_ms=None):
        try:
            gotten = self.lock.acquire(timeout=None if timeout_ms is None else int(timeout_ms) / 1000)
        except LockTimeout:
            gotten = False
        except Exception:
            if self.closing:
                return  # its session was closed under it, as the test asked
            raise
        say(event="acquired" if gotten else "timed-out", name=self.name)

    def release(self):
        say(event="released", name=self.name, was_held=self.lock.release())

    def rounds(self, count, counter, diary, hold_ms="0"):
        """Takes the lock again and again, each time counting one up in a file ("-": none), in more than one step."""
        for _ in range(int(count)):
            if self.stopped:
                break
            self.lock.acquire()
            note(diary, "enter " + self.name)
            if counter != "-":
                self.count_up(counter)
            time.sleep(int(hold_ms) / 1000)
            note(diary, "leave " + self.name)
            self.lock.release()
            say(event="round", name=self.name)
        say(event="done", name=self.name)

    def stop(self):
        """No further round begins."""
        self.stopped = True

    def count_up(self, counter):
        with open(counter) as file:
            value = int(file.read())
        self.zk.exists("/")  # a window in which somebody who believes to hold too would be found out
        with open(counter, "w") as file:
            file.write(str(value + 1))

    def contenders(self):
        asked = self.lock.lease_holders if hasattr(self.lock, "lease_holders") else self.lock.contenders
        say(event="contenders", name=self.name, contenders=asked())

    def data(self, node):
        say(event="data", name=self.name, data=self.zk.get(node)[0].decode())

    def close(self):
        self.closing = True
        self.zk.stop()
        self.zk.close()
        say(event="closed", name=self.name)


def note(diary, text):
    file = os.open(diary, os.O_WRONLY | os.O_APPEND)  # one write, so that lines of several processes do not mix
    os.write(file, (text + "\n").encode())
    os.close(file)


def run(name, command, arguments):
    try:
        if command == "open":
            clients[name] = Client(name, *arguments)
            say(event="opened", name=name)
        else:
            getattr(clients[name], command)(*arguments)
    except Exception as error:  # the test is told, whatever it was
        say(event="failed", name=name, command=command, error=repr(error))


for line in sys.stdin:
    who, what, *rest = line.split()
    threading.Thread(target=run, args=(who, what, rest), daemon=True).start()
os._exit(0)  # sessions are cut; the server is the test's own
