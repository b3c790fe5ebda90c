// SPDX-License-Identifier: Apache-2.0
// Curator's InterProcessMutex under the same load: a client and a thread each, hold time 0. One process for many runs,
// so that the JVM is warm: each line "LOCK CLIENTS ROUNDS" on standard input is a run, answered by one JSON object.
// A hand-over is from before release() is called to the return of the next acquire(). Connecting is not measured.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

public final class CuratorHandoff {
    private final String lock;
    private final int rounds;
    private final long[] handoffs;
    private int count; // this and releasedAt are written by whoever holds the lock
    private volatile long releasedAt;
    private volatile String problem;

    private CuratorHandoff(String lock, int clients, int rounds) {
        this.lock = lock;
        this.rounds = rounds;
        handoffs = new long[clients * rounds];
    }

    private void contend(CuratorFramework client, CountDownLatch start) {
        try {
            final InterProcessMutex mutex = new InterProcessMutex(client, lock);
            start.await();
            for (int i = 0; i < rounds; ++i) {
                mutex.acquire();
                final long now = System.nanoTime();
                if (releasedAt != 0)
                    handoffs[count++] = now - releasedAt;
                releasedAt = System.nanoTime();
                mutex.release();
            }
        } catch (Exception error) {
            problem = error.toString();
        }
    }

    private String run(List<CuratorFramework> clients) throws Exception {
        final CountDownLatch start = new CountDownLatch(1);
        final List<Thread> threads = new ArrayList<>();
        for (final CuratorFramework client : clients) {
            threads.add(new Thread(() -> contend(client, start)));
            threads.get(threads.size() - 1).start();
        }
        final long begin = System.nanoTime();
        start.countDown();
        for (final Thread thread : threads)
            thread.join();
        final double durationMs = (System.nanoTime() - begin) / 1e6;
        if (problem != null)
            throw new IllegalStateException(problem);
        final long[] sorted = Arrays.copyOf(handoffs, count);
        Arrays.sort(sorted);
        return String.format(java.util.Locale.ROOT,
                             "{\"count\": %d, \"p50_us\": %.1f, \"p99_us\": %.1f, \"duration_ms\": %.1f}", count,
                             percentileUs(sorted, 0.5), percentileUs(sorted, 0.99), durationMs);
    }

    /** Nearest rank. */
    private static double percentileUs(long[] sorted, double share) {
        return sorted[Math.max(1, (int) Math.ceil(share * sorted.length)) - 1] / 1000.0;
    }

    public static void main(String[] arguments) throws Exception {
        final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            final String[] words = line.trim().split(" ");
            final List<CuratorFramework> clients = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(words[1]); ++i) {
                clients.add(CuratorFrameworkFactory.newClient(arguments[0], 30_000, 30_000,
                                                              new ExponentialBackoffRetry(100, 5)));
                clients.get(i).start();
            }
            for (final CuratorFramework client : clients)
                client.blockUntilConnected();
            clients.get(0).createContainers(words[0]);
            try {
                System.out.println(
                    new CuratorHandoff(words[0], clients.size(), Integer.parseInt(words[2])).run(clients));
            } catch (IllegalStateException error) {
                System.out.println("{\"error\": \"" + error.getMessage().replaceAll("[\"\\\\]", "'") + "\"}");
            }
            System.out.flush();
            for (final CuratorFramework client : clients)
                client.close();
        }
    }
}
