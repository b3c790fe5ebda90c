// SPDX-License-Identifier: Apache-2.0
// Curator's InterProcessSemaphoreV2 of two leases. Suspended, it no longer counts on holding, as Curator's documentation advises.
// lockscope-cli try --lock /app/lock --recipe semaphore --leases 2 --exec examples/clients/curator CuratorSemaphore

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;

public final class CuratorSemaphore {
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
        final InterProcessSemaphoreV2 semaphore = new InterProcessSemaphoreV2(curator, path, 2);
        final int rounds = Integer.parseInt(System.getenv("LOCKSCOPE_ROUNDS"));
        for (int done = 0; rounds == 0 || done < rounds; ++done) {
            final Lease lease;
            try {
                lease = semaphore.acquire();
            } catch (Exception problem) {
                System.out.println("failed " + problem);
                continue;
            }
            try (lease) {
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
