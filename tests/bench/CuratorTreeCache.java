// SPDX-License-Identifier: Apache-2.0
// Curator's TreeCache over one lock, as the peer of Lockscope's own observer. One process for many runs, so that the
// JVM is warm. Commands on standard input, an answer of one JSON object each:
//   resolve PATH  from start() until all is cached: {"initialized_ms", "nodes"}; the cache is closed again
//   watch PATH    caches it and keeps it: {"nodes"} once all is there
//   stop          closes it: {"added": {name: nanoseconds of CLOCK_MONOTONIC when NODE_ADDED came}}

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.TreeCache;
import org.apache.curator.framework.recipes.cache.TreeCacheEvent;
import org.apache.curator.retry.ExponentialBackoffRetry;

@SuppressWarnings("deprecation")
public final class CuratorTreeCache {
    private final CountDownLatch initialized = new CountDownLatch(1);
    private final Map<String, Long> added = new ConcurrentHashMap<>();
    private final CuratorFramework client;
    private final TreeCache cache;
    private final String path;
    private volatile int nodes;

    private CuratorTreeCache(CuratorFramework client, String path) {
        this.path = path;
        this.client = client;
        cache = TreeCache.newBuilder(client, path).setCacheData(true).build();
        cache.getListenable().addListener((unused, event) -> onEvent(event));
    }

    private void onEvent(TreeCacheEvent event) {
        if (event.getType() == TreeCacheEvent.Type.INITIALIZED) {
            initialized.countDown();
        } else if (event.getType() == TreeCacheEvent.Type.NODE_ADDED) {
            if (initialized.getCount() > 0)
                ++nodes;
            else
                added.put(event.getData().getPath().substring(path.length() + 1), System.nanoTime());
        }
    }

    private double start() throws Exception {
        final long begin = System.nanoTime();
        cache.start();
        if (!initialized.await(300, TimeUnit.SECONDS))
            throw new IllegalStateException("the cache was not there within 300 s");
        return (System.nanoTime() - begin) / 1e6;
    }

    /** Until its watches are taken back, each with a request: whoever is measured next does not pay for that. */
    private String stop() throws Exception {
        cache.close();
        client.checkExists().forPath("/"); // requests of one session are answered in their order
        return "{\"added\": {" + added.entrySet().stream().map(e -> "\"" + e.getKey() + "\": " + e.getValue())
            .collect(Collectors.joining(", ")) + "}}";
    }

    public static void main(String[] arguments) throws Exception {
        final CuratorFramework client =
            CuratorFrameworkFactory.newClient(arguments[0], 30_000, 30_000, new ExponentialBackoffRetry(100, 5));
        client.start();
        client.blockUntilConnected();
        final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        CuratorTreeCache kept = null;
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            final String[] words = line.trim().split(" ");
            try {
                switch (words[0]) {
                    case "resolve": {
                        final CuratorTreeCache once = new CuratorTreeCache(client, words[1]);
                        final double ms = once.start();
                        once.stop();
                        System.out.println("{\"initialized_ms\": " + ms + ", \"nodes\": " + once.nodes + "}");
                        break;
                    }
                    case "watch":
                        kept = new CuratorTreeCache(client, words[1]);
                        kept.start();
                        System.out.println("{\"nodes\": " + kept.nodes + "}");
                        break;
                    case "stop":
                        System.out.println(kept.stop());
                        break;
                    default:
                        System.out.println("{\"error\": \"unknown command\"}");
                        break;
                }
            } catch (Exception error) {
                System.out.println("{\"error\": \"" + error.getMessage() + "\"}");
            }
            System.out.flush();
        }
        client.close();
    }
}
