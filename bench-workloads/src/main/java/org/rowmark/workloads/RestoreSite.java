package org.rowmark.workloads;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ForkSignals;
import org.rowmark.restore.Backup;
import org.rowmark.restore.BackupCache;
import org.rowmark.restore.ExplainedRestore;
import org.rowmark.restore.Inventory;
import org.rowmark.restore.ReferenceInventory;
import org.rowmark.restore.Restorers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/**
 * Where a fork restores, and what.
 *
 * @param site the target's server
 * @param restorer its product's
 * @param way in which it is restored
 * @param backup what is restored
 * @param parameters how
 */
record RestoreSite(
        RunningTarget site, Restorer restorer, RestoreMethod way, Backup backup, RestoreParameters parameters) {
    /** Of the database that is made. */
    static final String RESTORED = "rowmark_restored";

    private static final String BYTES = "B";

    static RestoreSite of(Db db, RestoreParameters parameters) throws IOException, SQLException {
        RunningTarget site = db.site();
        parameters.obstacle(site.target()).ifPresent(reason -> {
            throw new UsageException(reason);
        });
        Restorer restorer = Restorers.of(site.target().database()).orElseThrow();
        RestoreMethod way = Restorers.method(site.target(), parameters.way()).orElseThrow();
        Optional<Path> own = db.option("backup").map(Path::of);
        Backup backup = own.isPresent()
                ? BackupCache.own(own.get(), site, way)
                : new BackupCache(BackupCache.cache(), progress -> {})
                        .existing(
                                site, way, Double.parseDouble(db.option("scale").orElseThrow()));
        return new RestoreSite(site, restorer, way, backup, parameters);
    }

    void drop() throws IOException, SQLException {
        restorer.drop(site, RESTORED);
    }

    PreparedRestore prepare(Consumer<String> progress) throws IOException, SQLException {
        return ExplainedRestore.prepare(
                restorer,
                way,
                site,
                new RestoreJob(
                        backup.path(),
                        RESTORED,
                        parameters.indexes(),
                        parameters.pageSize(),
                        parameters.buffers(),
                        parameters.jobs(),
                        progress));
    }

    /** Tells the orchestrating process what was measured besides the time of the whole. */
    void tell(PreparedRestore restored) throws IOException, SQLException {
        ForkSignals.data("backup", backup.fingerprint());
        restored.phases().forEach((phase, seconds) -> ForkSignals.metric("phase." + phase, seconds, "s"));
        ForkSignals.metric("backup", (double) backup.bytes(), BYTES);
        ForkSignals.metric("database", (double) restorer.size(site, RESTORED), BYTES);
        OptionalInt pageSize = Drivers.ask(endpoint(), restorer::pageSize);
        if (pageSize.isPresent()) {
            ForkSignals.metric("page-size", pageSize.getAsInt(), BYTES);
        }
    }

    /** @throws IOException if what was restored is not what was backed up */
    void check() throws IOException, SQLException {
        Inventory restored = Inventory.of(endpoint(), restorer);
        if (backup.original().isPresent()) {
            backup.original().get().inventory().requireSame(restored, parameters.indexes());
        } else {
            new ReferenceInventory(site.workspace().data()).requireSame(restored, parameters.indexes());
        }
    }

    private Endpoint endpoint() throws IOException {
        return restorer.endpoint(site, RESTORED);
    }
}
