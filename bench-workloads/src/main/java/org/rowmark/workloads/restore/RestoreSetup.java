package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Monitor;
import org.rowmark.fixture.Db;
import org.rowmark.fork.ForkSignals;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/**
 * A fork's setup of a restore: the backup, its method and parameters, and the server that it is restored on.
 *
 * @param restorer of the target's database
 */
public record RestoreSetup(
        RunningTarget running, Restorer restorer, RestoreMethod method, Backup backup, RestoreParameters parameters) {
    /** Name of the restored database. */
    static final String RESTORED = "rowmark_restored";

    private static final String BYTES = "B";

    /** @throws UsageException if the target's product cannot restore so */
    public static RestoreSetup of(Db db, RestoreParameters parameters) throws IOException, SQLException {
        RunningTarget running = db.running();
        parameters.obstacle(running.target()).ifPresent(reason -> {
            throw new UsageException(reason);
        });
        Restorer restorer = Restorer.of(running.target().database()).orElseThrow();
        RestoreMethod method = parameters.method(running.target()).orElseThrow();
        Optional<Path> own = db.option("backup").map(Path::of);
        Backup backup = own.isPresent()
                ? BackupCache.own(own.get(), running, method)
                : new BackupCache(BackupCache.cache(), progress -> {})
                        .existing(
                                running,
                                method,
                                Double.parseDouble(db.option("scale").orElseThrow()));
        return new RestoreSetup(running, restorer, method, backup, parameters);
    }

    /** Drops the restored database, if there is one. */
    public void drop() throws IOException, SQLException {
        restorer.drop(running, RESTORED);
    }

    /** Prepares a restore with all that is not measured, and reads the backup into the system's cache. */
    public PreparedRestore prepare(Consumer<String> progress) throws IOException, SQLException {
        PreparedRestore prepared = ExplainedRestore.prepare(
                restorer,
                method,
                running,
                new RestoreJob(
                        backup.path(),
                        RESTORED,
                        parameters.indexes(),
                        parameters.pageSize(),
                        parameters.buffers(),
                        parameters.jobs(),
                        progress));
        backup.read();
        return prepared;
    }

    /** Sends the secondary metrics to the orchestrating process. */
    public void report(PreparedRestore restored) throws IOException, SQLException {
        ForkSignals.data("backup", backup.fingerprint());
        restored.phases().forEach((phase, seconds) -> ForkSignals.metric("phase." + phase, seconds, "s"));
        ForkSignals.metric("backup", (double) backup.bytes(), BYTES);
        ForkSignals.metric("database", (double) restorer.size(running, RESTORED), BYTES);
        Monitor monitor = Databases.named(running.target().database()).monitor();
        OptionalInt pageSize = Drivers.query(endpoint(), monitor::pageSize);
        if (pageSize.isPresent()) {
            ForkSignals.metric("page-size", pageSize.getAsInt(), BYTES);
        }
    }

    /** @throws IOException if the restored database is no faithful copy */
    public void check() throws IOException, SQLException {
        Inventory restored = Inventory.of(endpoint(), restorer);
        if (backup.original().isPresent()) {
            backup.original().get().inventory().requireSame(restored, parameters.indexes());
        } else {
            Inventory.requireSameAsFirst(running.workspace().data(), restored, parameters.indexes());
        }
    }

    private Endpoint endpoint() throws IOException {
        return restorer.endpoint(running, RESTORED);
    }
}
