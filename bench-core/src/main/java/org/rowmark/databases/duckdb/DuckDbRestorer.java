package org.rowmark.databases.duckdb;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.databases.support.restore.DatabaseFiles;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.databases.support.restore.EmbeddedUrl;
import org.rowmark.db.restore.IndexState;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** DuckDB's databases, a file each. */
public final class DuckDbRestorer implements EmbeddedRestorer {
    private static final String ENDING = ".duckdb";
    private static final Pattern FILE = Pattern.compile("(jdbc:duckdb:)" + EmbeddedUrl.PATH + "(.*)");

    /** Those of keys are no entries of the first list. */
    private static final String INDEXES = "select table_name, index_name, true from duckdb_indexes()"
            + " where database_name = current_database() union all"
            + " select table_name, constraint_name, true from duckdb_constraints()"
            + " where database_name = current_database() and constraint_type in ('PRIMARY KEY', 'UNIQUE')";

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new DuckDbImportDatabase());
    }

    @Override
    public String usualWay() {
        return "import-database";
    }

    @Override
    public Endpoint endpoint(RunningTarget site, String name) {
        return site.endpoint().at(beside(site, name).toString());
    }

    @Override
    public DatabaseFiles files(RunningTarget site, String name) {
        return DatabaseFiles.named(beside(site, name).file(Path.of("")), "", ".wal", ".tmp");
    }

    private static EmbeddedUrl beside(RunningTarget site, String name) {
        return new DuckDbRestorer().url(site).orElseThrow().beside(name + ENDING);
    }

    @Override
    public Optional<EmbeddedUrl> url(RunningTarget site) {
        return EmbeddedUrl.of(FILE, site.endpoint().url());
    }

    /** Foreign keys cannot be added to a table. */
    @Override
    public boolean keysInTable() {
        return true;
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }
}
