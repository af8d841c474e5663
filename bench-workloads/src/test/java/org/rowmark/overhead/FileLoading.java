package org.rowmark.overhead;

import java.io.BufferedInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.databases.support.query.TabSeparated;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Loader;
import org.rowmark.db.RowSource;
import org.rowmark.util.Sql;

/**
 * The loading of files that are there, by the statement and on as many connections as the suite uses, with the further
 * indexes, the statistics and the checkpoint: the bound of what a loader that also generates and checks its rows can reach.
 */
final class FileLoading {
    private static final int CONNECTIONS = Math.min(4, Runtime.getRuntime().availableProcessors());
    private static final long LARGE = 100_000;

    private record Part(DataSet data, AtomicInteger missing, long from, long to, Path file) {
        long values() {
            return (to - from + 1) * data.table().columns().size();
        }
    }

    private final DataTarget db;
    private final List<Part> parts = new ArrayList<>();

    FileLoading(DataTarget db, List<DataSet> data, Path folder) {
        this.db = db;
        boolean isDivided = db.database().loader().connections() == Loader.Connections.SEVERAL_PER_TABLE;
        for (DataSet each : data) {
            int count = isDivided && each.rows() >= LARGE ? CONNECTIONS : 1;
            AtomicInteger missing = new AtomicInteger(count);
            for (int part = 0; part < count; part++) {
                Path file = folder.resolve(each.table().name() + "-" + part + "-" + count);
                parts.add(new Part(
                        each, missing, 1 + each.rows() * part / count, each.rows() * (part + 1) / count, file));
            }
        }
        parts.sort(Comparator.comparingLong(Part::values).reversed());
    }

    /** Writes the files that are not there. */
    void write() throws Exception {
        for (Part part : parts) {
            if (Files.notExists(part.file)) {
                RowSource rows = new RowSource(
                        part.data.table().name(),
                        part.data.table().columns(),
                        part.to - part.from + 1,
                        key -> part.data.row().values(part.from - 1 + key));
                Files.copy(new TabSeparated(rows, "", (bytes, from, count) -> 0), part.file);
            }
        }
    }

    void load() throws Exception {
        try (Connection connection = db.connect(ConnectionMode.BULK_LOAD)) {
            for (Part part : parts) {
                if (part.from == 1) {
                    db.tables(connection)
                            .load(new DataSet(withoutIndex(part.data.table()), 0, "files", part.data.row()));
                }
            }
        }
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            parts.forEach(part -> tasks.add(() -> load(part)));
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            threads.shutdown();
        }
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            execute(
                    connection,
                    db.dialect()
                            .checkpoint(parts.stream()
                                    .map(part -> part.data.table().name())
                                    .distinct()
                                    .toArray(String[]::new)));
        }
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        Sql.execute(connection, statements.toArray(String[]::new));
    }

    private static Table withoutIndex(Table table) {
        return new Table(table.name(), table.columns(), table.types(), table.key(), table.isKeyed(), List.of());
    }

    private Void load(Part part) throws Exception {
        String columns = " (" + String.join(", ", part.data.table().columns()) + ")";
        String table = part.data.table().name();
        try (Connection connection = db.connect(ConnectionMode.BULK_LOAD);
                InputStream file = new BufferedInputStream(Files.newInputStream(part.file), 1 << 16)) {
            if (db.database().id().equals("postgresql")) {
                Object copy = MethodUtils.invokeMethod(connection.unwrap(Connection.class), "getCopyAPI");
                MethodUtils.invokeMethod(copy, "copyIn", "copy " + table + columns + " from stdin", file);
            } else {
                try (Statement statement = connection.createStatement()) {
                    MethodUtils.invokeMethod(statement.unwrap(Statement.class), "setLocalInfileInputStream", file);
                    statement.executeUpdate("load data local infile 'rowmark' into table " + table
                            + " character set utf8mb4 fields escaped by x'5c'" + columns);
                }
            }
            List<List<String>> indexes = part.data.table().indexes();
            if (part.missing.decrementAndGet() == 0) {
                for (int i = 0; i < indexes.size(); i++) {
                    Sql.execute(
                            connection,
                            "create index " + table + "_i" + i + " on " + table + " ("
                                    + String.join(", ", indexes.get(i)) + ")");
                }
                execute(connection, db.dialect().analyze(table));
            }
        }
        return null;
    }
}
