// SPDX-License-Identifier: Apache-2.0
// Curator clients driven by a test, line by line: commands on standard input, events as JSON lines on standard output.
// Each client is a session of its own. What takes and gives back the lock runs on the client's own thread, since
// Curator's locks belong to threads; what only asks runs beside it. Ends when its standard input does.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.framework.recipes.locks.Revoker;
import org.apache.curator.retry.ExponentialBackoffRetry;

public final class CuratorDriver {
    private static final Map<String, Client> clients = new ConcurrentHashMap<>();
    private static String hosts;

    /** A lock whose node says who wants it; Curator's own says the host's address, or nothing if it is revocable. */
    private static final class NamedMutex extends InterProcessMutex {
        private final byte[] name;

        NamedMutex(CuratorFramework curator, String path, String name) {
            super(curator, path);
            this.name = name.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        protected byte[] getLockNodeBytes() {
            return name;
        }

        String node() {
            return getLockPath();
        }
    }

    /** One way to take a lock and to give it back. */
    private interface Holding {
        /** False: not within that time; negative: for ever. */
        boolean acquire(long timeoutMs) throws Exception;

        void release() throws Exception;

        /** Whom Curator knows of, in its order; none where no test asks. */
        default Collection<String> participants() throws Exception {
            return List.of();
        }

        /** What is known of the node that holds; empty if Curator does not tell. */
        default String node() {
            return "";
        }

        default void downgrade() throws Exception {
            throw new UnsupportedOperationException("no downgrade");
        }
    }

    private static Holding overLock(InterProcessLock lock) {
        return new Holding() {
            @Override
            public boolean acquire(long timeoutMs) throws Exception {
                if (timeoutMs >= 0)
                    return lock.acquire(timeoutMs, TimeUnit.MILLISECONDS);
                lock.acquire();
                return true;
            }

            @Override
            public void release() throws Exception {
                lock.release();
            }

            @Override
            public Collection<String> participants() throws Exception {
                return lock instanceof InterProcessMutex ? ((InterProcessMutex) lock).getParticipantNodes() : List.of();
            }

            @Override
            public String node() {
                return lock instanceof NamedMutex ? ((NamedMutex) lock).node() : "";
            }
        };
    }

    private static Holding overReadWrite(InterProcessReadWriteLock both, boolean writes) {
        final Holding plain = overLock(writes ? both.writeLock() : both.readLock());
        return new Holding() {
            private boolean downgraded;

            @Override
            public boolean acquire(long timeoutMs) throws Exception {
                return plain.acquire(timeoutMs);
            }

            @Override
            public void release() throws Exception {
                if (downgraded)
                    both.readLock().release();
                else
                    plain.release();
                downgraded = false;
            }

            @Override
            public void downgrade() throws Exception {
                both.readLock().acquire();
                both.writeLock().release();
                downgraded = true;
            }
        };
    }

    private static Holding overSemaphore(InterProcessSemaphoreV2 semaphore) {
        return new Holding() {
            private final List<Lease> leases = new ArrayList<>();

            @Override
            public boolean acquire(long timeoutMs) throws Exception {
                Lease lease =
                    timeoutMs < 0 ? semaphore.acquire() : semaphore.acquire(timeoutMs, TimeUnit.MILLISECONDS);
                if (lease != null)
                    leases.add(lease);
                return lease != null;
            }

            @Override
            public void release() {
                semaphore.returnLease(leases.remove(leases.size() - 1));
            }

            @Override
            public Collection<String> participants() throws Exception {
                return semaphore.getParticipantNodes();
            }
        };
    }

    /** A candidate leads from when it is elected until it is closed; it does not give up. */
    private static Holding overLatch(LeaderLatch latch) {
        return new Holding() {
            @Override
            public boolean acquire(long timeoutMs) throws Exception {
                latch.start();
                latch.await();
                return true;
            }

            @Override
            public void release() throws Exception {
                latch.close();
            }
        };
    }

    private static Holding overSelector(CuratorFramework curator, String path, String id) {
        final CountDownLatch elected = new CountDownLatch(1);
        final CountDownLatch enough = new CountDownLatch(1);
        final CountDownLatch left = new CountDownLatch(1);
        final LeaderSelector selector = new LeaderSelector(curator, path, new LeaderSelectorListenerAdapter() {
            @Override
            public void takeLeadership(CuratorFramework client) throws Exception {
                elected.countDown();
                enough.await();
                left.countDown();
            }
        });
        selector.setId(id);
        return new Holding() {
            @Override
            public boolean acquire(long timeoutMs) throws Exception {
                selector.start();
                elected.await();
                return true;
            }

            @Override
            public void release() throws Exception {
                enough.countDown();
                left.await();
                selector.close();
            }
        };
    }

    private static final class Client {
        private final String name;
        private final CuratorFramework curator;
        private final Holding lock;
        private final ExecutorService thread = Executors.newSingleThreadExecutor(Client::daemon);
        private volatile boolean closing;

        Client(String name, String kind, String path, String leases) throws Exception {
            this.name = name;
            curator = CuratorFrameworkFactory.newClient(hosts, 10_000, 10_000, new ExponentialBackoffRetry(100, 5));
            curator.start();
            curator.blockUntilConnected();
            lock = open(kind, path, leases);
        }

        private Holding open(String kind, String path, String leases) {
            final byte[] data = name.getBytes(StandardCharsets.UTF_8);
            switch (kind) {
            case "mutex":
                return overLock(new NamedMutex(curator, path, name));
            case "revocable":
            case "giving": { // gives its lock back when it is asked
                final NamedMutex mutex = new NamedMutex(curator, path, name);
                mutex.makeRevocable(forLock -> {
                    say("revocation-requested", name);
                    if (kind.equals("giving"))
                        thread.execute(() -> CuratorDriver.run(name, "release", new String[0]));
                });
                return overLock(mutex);
            }
            case "latch":
                return overLatch(new LeaderLatch(curator, path, name));
            case "selector":
                return overSelector(curator, path, name);
            case "semaphore-mutex":
                return overLock(new InterProcessSemaphoreMutex(curator, path));
            case "read":
            case "write":
                return overReadWrite(new InterProcessReadWriteLock(curator, path, data), kind.equals("write"));
            case "semaphore": {
                final InterProcessSemaphoreV2 semaphore =
                    new InterProcessSemaphoreV2(curator, path, Integer.parseInt(leases));
                semaphore.setNodeData(data);
                return overSemaphore(semaphore);
            }
            default:
                throw new IllegalArgumentException("no such kind: " + kind);
            }
        }

        private static Thread daemon(Runnable work) {
            final Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        }

        void run(String command, String[] arguments) throws Exception {
            switch (command) {
            case "acquire":
                acquire(arguments.length > 0 ? Long.parseLong(arguments[0]) : -1);
                break;
            case "release":
                lock.release();
                say("released", name, "was_held", true);
                break;
            case "downgrade":
                lock.downgrade();
                say("downgraded", name);
                break;
            case "rounds":
                rounds(Integer.parseInt(arguments[0]), arguments[1], Path.of(arguments[2]),
                       arguments.length > 3 ? Integer.parseInt(arguments[3]) : 0);
                break;
            case "contenders":
                say("contenders", name, "contenders", lock.participants());
                break;
            case "data":
                say("data", name, "data",
                    new String(curator.getData().forPath(arguments[0]), StandardCharsets.UTF_8));
                break;
            case "revoke":
                Revoker.attemptRevoke(curator, arguments[0]);
                say("revoked", name);
                break;
            case "close":
                closing = true;
                curator.close();
                say("closed", name);
                break;
            default:
                throw new IllegalArgumentException("no such command");
            }
        }

        private void acquire(long timeoutMs) throws Exception {
            try {
                if (lock.acquire(timeoutMs))
                    say("acquired", name, "node", lock.node());
                else
                    say("timed-out", name);
            } catch (Exception error) {
                if (!closing) // else its session was closed under it, as the test asked
                    throw error;
            }
        }

        /** Takes the lock again and again, each time counting one up in a file ("-": none), in more than one step. */
        private void rounds(int count, String counter, Path diary, int holdMs) throws Exception {
            for (int i = 0; i < count; ++i) {
                lock.acquire(-1);
                note(diary, "enter " + name);
                if (!counter.equals("-"))
                    countUp(Path.of(counter));
                Thread.sleep(holdMs);
                note(diary, "leave " + name);
                lock.release();
                say("round", name);
            }
            say("done", name);
        }

        private void countUp(Path counter) throws Exception {
            final int value = Integer.parseInt(Files.readString(counter).trim());
            curator.checkExists().forPath("/"); // a window in which a second holder would be found out
            Files.writeString(counter, Integer.toString(value + 1));
        }

        private static void note(Path diary, String text) throws Exception {
            // One write, so that lines of several processes do not mix.
            Files.write(diary, (text + "\n").getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        }
    }

    private static String quoted(String text) {
        final StringBuilder json = new StringBuilder("\"");
        for (final char c : text.toCharArray()) {
            if (c == '"' || c == '\\')
                json.append('\\').append(c);
            else if (c < ' ')
                json.append(String.format("\\u%04x", (int) c));
            else
                json.append(c);
        }
        return json.append('"').toString();
    }

    private static String toJson(Object value) {
        if (value instanceof Collection) {
            final List<String> elements = new ArrayList<>();
            for (final Object element : (Collection<?>) value)
                elements.add(toJson(element));
            return "[" + String.join(",", elements) + "]";
        }
        return value instanceof Boolean ? value.toString() : quoted(String.valueOf(value));
    }

    private static synchronized void say(String event, String name, Object... more) {
        final StringBuilder line =
            new StringBuilder("{\"event\":" + quoted(event) + ",\"name\":" + quoted(name));
        for (int i = 0; i < more.length; i += 2)
            line.append(',').append(quoted((String) more[i])).append(':').append(toJson(more[i + 1]));
        System.out.println(line.append('}'));
        System.out.flush();
    }

    private static void run(String name, String command, String[] arguments) {
        try {
            if (command.equals("open")) {
                clients.put(name,
                            new Client(name, arguments[0], arguments[1], arguments.length > 2 ? arguments[2] : "1"));
                say("opened", name);
            } else {
                clients.get(name).run(command, arguments);
            }
        } catch (Exception error) { // the test is told, whatever it was
            say("failed", name, "command", command, "error", error.toString());
        }
    }

    public static void main(String[] arguments) throws Exception {
        hosts = arguments[0];
        final List<String> onTheLocksThread = List.of("acquire", "release", "downgrade", "rounds");
        final ExecutorService others = Executors.newCachedThreadPool(Client::daemon);
        final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            final String[] words = line.trim().split(" ");
            final String[] rest = Arrays.copyOfRange(words, 2, words.length);
            final Client client = clients.get(words[0]);
            final boolean locking = client != null && onTheLocksThread.contains(words[1]);
            (locking ? client.thread : others).execute(() -> run(words[0], words[1], rest));
        }
        Runtime.getRuntime().halt(0); // sessions are cut; the server is the test's own
    }
}
