package org.rowmark.restore;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** Builds the database that is backed up: generated, the same for the same scale. */
final class SampleDatabase {
    /** Of the database, while there is one. */
    static final String NAME = "rowmark_source";

    private final RunningTarget site;
    private final Restorer restorer;
    private final Database database;
    private final Consumer<String> progress;

    /**
     * What was built.
     *
     * @param bytes what the database takes on disk
     * @param indexBytes what it took less before its indexes were made
     */
    record Built(long bytes, long indexBytes) {}

    SampleDatabase(RunningTarget site, Restorer restorer, Consumer<String> progress) {
        this.site = site;
        this.restorer = restorer;
        this.database = Databases.named(site.target().database());
        this.progress = progress;
    }

    Built build(double scale) throws IOException, SQLException {
        restorer.drop(site, NAME);
        restorer.create(site, NAME);
        Endpoint endpoint = restorer.endpoint(site, NAME);
        List<SampleTable> tables = new SampleSchema(database.dialect(), scale).all();
        for (SampleTable table : tables) {
            progress.accept("loading " + table.name() + ", " + table.rows() + " rows");
            on(endpoint, connection -> load(connection, table));
        }
        long withoutIndexes = restorer.size(site, NAME);
        List<String> statements = new ArrayList<>();
        boolean keys = restorer.keysInTable();
        tables.forEach(table -> statements.addAll(table.createIndexes(database.dialect(), keys)));
        if (!keys) {
            tables.forEach(table -> statements.addAll(table.createReferences()));
        }
        for (String statement : statements) {
            progress.accept(statement);
            on(endpoint, connection -> execute(connection, statement));
        }
        long size = restorer.size(site, NAME);
        return new Built(size, Math.max(0, size - withoutIndexes));
    }

    private interface Work {
        void on(Connection connection) throws SQLException;
    }

    /** On a connection of its own: what one statement left open must not hold up the next. */
    private void on(Endpoint endpoint, Work work) throws SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.BULK_LOAD)) {
            work.on(connection);
        } finally {
            database.driver().release(endpoint);
        }
    }

    private void load(Connection connection, SampleTable table) throws SQLException {
        execute(connection, table.create(database.dialect(), restorer.keysInTable()));
        if (table.hasLargeObjects()) {
            table.toLoad().insertInBatches(connection, database.dialect());
        } else {
            database.loader().load(connection, table.toLoad());
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
