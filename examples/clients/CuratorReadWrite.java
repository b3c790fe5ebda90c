// SPDX-License-Identifier: Apache-2.0
// Curator's InterProcessReadWriteLock: the first client writes, the second reads, the third does both in turn, and so on.
// Suspended, it no longer counts on holding, as Curator's documentation advises.
// lockscope-cli try --lock /app/lock --recipe readwrite-curator --exec examples/clients/curator CuratorReadWrite

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;

public final class CuratorReadWrite {
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
        final InterProcessReadWriteLock both = new InterProcessReadWriteLock(curator, path);
        final int number = Integer.parseInt(System.getenv("LOCKSCOPE_CLIENT").replaceAll(".*-", "")) % 3;
        final int rounds = Integer.parseInt(System.getenv("LOCKSCOPE_ROUNDS"));
        for (int done = 0; rounds == 0 || done < rounds; ++done) {
            final boolean writes = number == 0 || (number == 2 && done % 2 == 0);
            final InterProcessMutex lock = writes ? both.writeLock() : both.readLock();
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
