package org.rowmark.workloads.restore.embedded;

import com.google.auto.service.AutoService;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workloads.restore.DatabaseFiles;
import org.rowmark.workloads.restore.IndexState;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/**
 * DuckDB's databases, one file each. A backup is a directory with a CSV file per table and two scripts. The first
 * script creates tables and indexes, so that indexes are maintained while rows are loaded, and a restore has no phases.
 */
@AutoService(Restorer.class)
public final class DuckDbRestorer extends EmbeddedRestorer {
    private static final List<String> SCRIPTS = List.of("schema.sql", "load.sql");

    /** The first list does not contain the indexes of keys. */
    private static final String INDEXES = "select table_name, index_name, true from duckdb_indexes()"
            + " where database_name = current_database() union all"
            + " select table_name, constraint_name, true from duckdb_constraints()"
            + " where database_name = current_database() and constraint_type in ('PRIMARY KEY', 'UNIQUE')";

    public DuckDbRestorer() {
        super("duckdb", "jdbc:duckdb:", ".duckdb");
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(method(
                "import-database",
                "IMPORT DATABASE: the scripts and CSV files that EXPORT DATABASE wrote",
                "csv",
                (running, source, backup) -> open(endpoint(running, source), "export database " + quoted(backup)),
                this::prepare));
    }

    @Override
    protected DatabaseFiles files(RunningTarget running, String name) {
        return DatabaseFiles.named(path(running, name), "", ".wal", ".tmp");
    }

    /** Returns true: foreign keys cannot be added to a table. */
    @Override
    public boolean keysInTable() {
        return true;
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    private PreparedRestore prepare(RunningTarget running, RestoreJob job) {
        for (String script : SCRIPTS) {
            if (!Files.isRegularFile(job.backup().resolve(script))) {
                throw noBackup(job.backup(), "a directory that EXPORT DATABASE made: it has no " + script);
            }
        }
        Endpoint restored = endpoint(running, job.name());
        String statement = "import database " + quoted(job.backup());
        return () -> open(restored, statement);
    }
}
