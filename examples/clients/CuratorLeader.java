// SPDX-License-Identifier: Apache-2.0
// Curator's LeaderSelector. Suspended, it gives the leadership up, as Curator's documentation advises.
// lockscope-cli try --lock /app/lock --exec examples/clients/curator CuratorLeader

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;

public final class CuratorLeader extends LeaderSelectorListenerAdapter {
    private final AtomicBoolean leads = new AtomicBoolean();
    private int terms;

    @Override
    public void takeLeadership(CuratorFramework curator) throws Exception {
        ++terms;
        System.out.println("acquired");
        leads.set(true);
        try {
            curator.checkExists().forPath(System.getenv("LOCKSCOPE_LOCK")); // what it does while it leads
        } finally { // also when it is interrupted
            if (leads.getAndSet(false))
                System.out.println("released");
        }
    }

    @Override
    public void stateChanged(CuratorFramework curator, ConnectionState state) {
        if (!state.isConnected() && leads.getAndSet(false))
            System.out.println("lost");
        super.stateChanged(curator, state); // interrupts the turn
    }

    public static void main(String[] arguments) throws Exception {
        final CuratorFramework curator =
            CuratorFrameworkFactory.newClient(System.getenv("LOCKSCOPE_CONNECT"), 4000, 4000, new RetryNTimes(5, 200));
        curator.start();
        final CuratorLeader leader = new CuratorLeader();
        final ExecutorService turns = Executors.newSingleThreadExecutor();
        final LeaderSelector selector = new LeaderSelector(curator, System.getenv("LOCKSCOPE_LOCK"), turns, leader);
        selector.start();
        final int rounds = Integer.parseInt(System.getenv("LOCKSCOPE_ROUNDS"));
        for (int done = 1, terms = 0; done <= rounds || rounds == 0; ++done, terms = leader.terms) {
            if (done > 1) // start() has asked for the first turn
                selector.requeue();
            turns.submit(() -> {}).get(); // behind it
            if (leader.terms == terms)
                System.out.println("failed it did not come to lead");
        }
        selector.close();
        turns.shutdown();
        curator.close();
    }
}
