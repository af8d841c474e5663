package org.rowmark.workloads.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.RunningTarget;

/** A restore that ends when the restored database is on the device, whatever the method leaves in memory. */
final class DurableRestore implements PreparedRestore {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PreparedRestore restoring;
    private final Restorer restorer;
    private final RunningTarget running;
    private final String database;
    private long syncBegun;
    private long syncEnded;

    DurableRestore(PreparedRestore restoring, Restorer restorer, RunningTarget running, RestoreJob job) {
        this.restoring = restoring;
        this.restorer = restorer;
        this.running = running;
        this.database = job.name();
    }

    @Override
    public void run() throws IOException, SQLException {
        restoring.run();
        syncBegun = System.nanoTime();
        restorer.sync(running, database);
        syncEnded = System.nanoTime();
    }

    @Override
    public Map<String, Double> phases() throws IOException {
        Map<String, Double> phases = new LinkedHashMap<>(restoring.phases());
        phases.put(DURABLE, (syncEnded - syncBegun) / NANOS_PER_SECOND);
        return phases;
    }
}
