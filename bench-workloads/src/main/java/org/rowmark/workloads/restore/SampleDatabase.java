package org.rowmark.workloads.restore;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;

/** The generated database that is backed up, the same for the same scale. */
final class SampleDatabase {
    /** Name of the database. */
    static final String NAME = "rowmark_source";

    private final RunningTarget running;
    private final Restorer restorer;
    private final Database database;
    private final Consumer<String> progress;

    /**
     * The sizes of a built database.
     *
     * @param bytes size on disk
     * @param indexBytes growth by the creation of its indexes
     */
    record Built(long bytes, long indexBytes) {}

    SampleDatabase(RunningTarget running, Restorer restorer, Consumer<String> progress) {
        this.running = running;
        this.restorer = restorer;
        this.database = Databases.named(running.target().database());
        this.progress = progress;
    }

    Built build(double scale) throws IOException, SQLException {
        restorer.drop(running, NAME);
        restorer.create(running, NAME);
        Endpoint endpoint = restorer.endpoint(running, NAME);
        List<SampleTable> tables = new SampleSchema(database.dialect(), scale).all();
        for (SampleTable table : tables) {
            progress.accept("loading " + table.name() + ", " + table.rows() + " rows");
            on(endpoint, connection -> load(connection, table));
        }
        long withoutIndexes = restorer.size(running, NAME);
        List<String> statements = new ArrayList<>();
        boolean keys = restorer.keysInTable();
        tables.forEach(table -> statements.addAll(table.createIndexes(database.dialect(), keys)));
        if (!keys) {
            tables.forEach(table -> statements.addAll(table.createReferences()));
        }
        for (String statement : statements) {
            progress.accept(statement);
            on(endpoint, connection -> Sql.execute(connection, statement));
        }
        long size = restorer.size(running, NAME);
        return new Built(size, Math.max(0, size - withoutIndexes));
    }

    /** Works on a new connection, as anything that one statement leaves open could block the next. */
    private void on(Endpoint endpoint, FailableConsumer<Connection, SQLException> work) throws SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.BULK_LOAD)) {
            work.accept(connection);
        } finally {
            database.driver().release(endpoint);
        }
    }

    private void load(Connection connection, SampleTable table) throws SQLException {
        Sql.execute(connection, table.create(database.dialect(), restorer.keysInTable()));
        if (table.hasLargeObjects()) {
            table.toLoad().insertInBatches(connection, database.dialect());
        } else {
            database.loader().load(connection, table.toLoad());
        }
    }
}
