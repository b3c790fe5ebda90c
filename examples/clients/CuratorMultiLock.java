// SPDX-License-Identifier: Apache-2.0
// Curator's InterProcessMultiLock over two mutexes. Suspended, it no longer counts on holding, as Curator's documentation advises.
// lockscope-cli try --lock /app/lock --recipe multi --exec examples/clients/curator CuratorMultiLock

import java.util.List;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;

public final class CuratorMultiLock {
    private static boolean suspended;
    private static boolean holds;

    private static synchronized void connectionIs(ConnectionState state) {
        suspended = !state.isConnected();
        if (suspended)
            believe(false, "lost");
    }

    private static synchronized void believe(boolean now, String word) {
        if (now && suspended)
            System.out.println("failed the connection is suspended");
        else if (now != holds)
            System.out.println(word);
        holds = now && !suspended;
    }

    public static void main(String[] arguments) throws Exception {
        final String path = System.getenv("LOCKSCOPE_LOCK");
        final CuratorFramework curator =
            CuratorFrameworkFactory.newClient(System.getenv("LOCKSCOPE_CONNECT"), 4000, 4000, new RetryNTimes(5, 200));
        curator.getConnectionStateListenable().addListener((client, state) -> connectionIs(state));
        curator.start();
        final InterProcessMultiLock lock = new InterProcessMultiLock(curator, List.of(path + "/a", path + "/b"));
        final int rounds = Integer.parseInt(System.getenv("LOCKSCOPE_ROUNDS"));
        for (int done = 0; rounds == 0 || done < rounds; ++done) {
            try {
                lock.acquire();
            } catch (Exception problem) {
                System.out.println("failed " + problem);
                continue;
            }
            try (AutoCloseable hold = lock::release) {
                believe(true, "acquired");
                curator.checkExists().forPath(path); // what it does while it holds
            } catch (Exception problem) {
                believe(false, "lost");
            }
            believe(false, "released");
        }
        curator.close();
    }
}
