package org.rowmark.databases.duckdb;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.Set;
import org.apache.commons.lang3.Strings;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Loader;
import org.rowmark.db.Monitor;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.restore.Restorer;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.db.sql.UserSql;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * DuckDB in the measuring JVM. A file is open in one process at a time, with the same settings in all its connections.
 */
@AutoService(Database.class)
public final class DuckDb extends Database {
    private static final String SEQUENCE = "rowmark_identity";

    /** The comment on the sequence that Rowmark makes. */
    private static final String OURS = "made by Rowmark";

    private static final String COMMENT = "select comment from duckdb_sequences() where sequence_name = '" + SEQUENCE
            + "' and schema_name = current_schema() and database_name = current_database()";

    /** The driver's property that keeps a database in memory after its connections are closed. */
    private static final String PIN = "jdbc_pin_db";

    private static final String ANY = "jdbc:duckdb:";
    private static final String IN_MEMORY = ANY + ":memory:";

    public DuckDb() {
        super(
                "duckdb",
                "DuckDB",
                Feature.MULTI_ROW_INSERT,
                Feature.BUFFERING,
                Feature.BULK_LOAD,
                Feature.IDENTITY,
                Feature.UPSERT);
    }

    @Override
    public List<Target> targets() {
        return List.of(Target.builtIn("duckdb", id(), ServerKind.EMBEDDED));
    }

    @Override
    public Optional<Restorer> restorer() {
        return Optional.of(new DuckDbRestorer());
    }

    @Override
    public Dialect dialect() {
        return new Dialect() {
            @Override
            public UserSql userSql() {
                return UserSql.STANDARD
                        .readBy(
                                LexicalRule.NESTED_COMMENTS,
                                LexicalRule.CARRIAGE_RETURNS,
                                LexicalRule.ESCAPE_TEXTS,
                                LexicalRule.TAGGED_DOLLAR_QUOTES,
                                LexicalRule.BACKTICKS)
                        .explainedBy("explain ")
                        .in(UserSql.OwnSchema.schema().usedBy("use rowmark_sql"));
            }

            @Override
            public boolean waitsForWriters() {
                return false;
            }

            /** Returns the type without a length, which has no effect. */
            @Override
            public String clobType() {
                return "varchar";
            }

            /** Returns a column with a sequence, because there are no identity columns. */
            @Override
            public String identityColumn(String name) {
                return name + " bigint default nextval('" + SEQUENCE + "') primary key";
            }

            /** Creates the sequence of all tables too: a sequence cannot be dropped together with its table. */
            @Override
            public String createTable(String table, String columns) {
                String sequence = "create sequence if not exists " + SEQUENCE + "; comment on sequence " + SEQUENCE
                        + " is '" + OURS + "'; ";
                return (columns.contains(SEQUENCE) ? sequence : "") + Dialect.super.createTable(table, columns);
            }

            @Override
            public Routine onOneThread(String query) {
                return new Routine(List.of("set threads = 1"), query, List.of("reset threads"));
            }

            @Override
            public Optional<String> hash(String text) {
                return Optional.of("md5(" + text + ")");
            }

            @Override
            public List<String> analyze(String table) {
                return List.of("analyze " + table);
            }

            /** Moves the write-ahead log into the file. */
            @Override
            public List<String> checkpoint(String... tables) {
                return List.of("checkpoint");
            }

            @Override
            public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
                return upsertOnConflict(table, keys, columns);
            }
        };
    }

    /** Returns the end of the sequence of all tables, which the first one creates; refuses a sequence of others. */
    @Override
    public List<String> enable(Feature feature, Connection connection) throws SQLException {
        if (feature != Feature.IDENTITY) {
            return List.of();
        }
        for (String comment : Sql.rows(connection, COMMENT, row -> String.valueOf(row.getString(1)))) {
            if (!comment.equals(OURS)) {
                throw new UsageException("sequence " + SEQUENCE + " exists but was not made by Rowmark; rename it, or"
                        + " give Rowmark another database");
            }
        }
        return List.of("drop sequence " + SEQUENCE);
    }

    @Override
    public Set<Feature> features(Connection connection) {
        Set<Feature> features = features();
        if (!DuckDbLoader.isIn(connection)) {
            features.remove(Feature.BULK_LOAD);
        }
        return features;
    }

    @Override
    public boolean opens(String url) {
        return Strings.CI.startsWith(url, "jdbc:duckdb:");
    }

    @Override
    public Launcher launcher() {
        return DuckDb::start;
    }

    @Override
    public Monitor monitor() {
        return new DuckDbMonitor();
    }

    @Override
    public DriverAdapter driver() {
        return new DriverAdapter() {
            /** Downloads the driver: with its libraries for all platforms it is larger than all bundled drivers. */
            @Override
            public List<String> coordinates(Target target) {
                return List.of(ResourceBundle.getBundle("org.rowmark.databases.drivers")
                        .getString("duckdb"));
            }

            /** Looks for the word, because the driver reports neither state nor code. */
            @Override
            public boolean mayRepeat(SQLException failure) {
                return String.valueOf(failure.getMessage()).contains("Conflict");
            }
        };
    }

    /**
     * Returns the appender where it can take the rows, because a batch is executed row by row, a hundred times slower.
     */
    @Override
    public Loader loader() {
        return (connection, rows) -> {
            if (DuckDbLoader.takes(connection, rows)) {
                DuckDbLoader.load(connection, rows);
            } else {
                rows.insertInBatches(connection, dialect());
            }
        };
    }

    /** Opens the database; the driver passes all settings to the engine, which refuses unknown ones. */
    private static Server start(Target target, Workspace workspace) {
        if (target.server() != ServerKind.EMBEDDED) {
            throw ServerStarts.unknownKind(target, "embedded");
        }
        String url = target.url().orElseGet(() -> ANY + workspace.data().resolve("rowmark.duckdb"));
        if (isDroppedWithItsConnections(url, target.settings())) {
            throw target.problem("a database in memory goes with its last" + " connection; use url: " + IN_MEMORY
                    + "NAME and the setting " + PIN + ": true, or a file");
        }
        return ServerStarts.embedded(target, DriverJars.endpoint(target, url).with(target.settings()));
    }

    private static boolean isDroppedWithItsConnections(String url, Map<String, String> settings) {
        boolean unnamed = url.equals(ANY) || url.equals(IN_MEMORY);
        return unnamed || (url.startsWith(IN_MEMORY) && !settings.containsKey(PIN));
    }

    /** Settings and sizes of a DuckDB database. */
    private static final class DuckDbMonitor implements Monitor {
        private static final String FSYNC = "fsync_mode";

        private static final String DATA_SIZE = "select block_size * total_blocks as \"data.size\""
                + " from pragma_database_size() where database_name = current_database()";

        private static final String TEMP_SIZE =
                "select coalesce(sum(size), 0) as \"temp.size\" from duckdb_temporary_files()";

        private static final List<String> SETTINGS = List.of("""
                access_mode checkpoint_threshold default_block_size enable_optimistic_write fsync_mode
                immediate_transaction_mode memory_limit preserve_insertion_order storage_compatibility_version
                threads""".split("\\s+"));

        /** Reads exact sizes; that of the log is rounded text only. Only single queries have counters. */
        @Override
        public List<Counter> counters(Connection connection) throws SQLException {
            return CounterQuery.readPermitted(connection, DATA_SIZE, TEMP_SIZE);
        }

        @Override
        public ServerInfo info(Connection connection) throws SQLException {
            Map<String, String> settings = ServerInfoQueries.pairs(
                    connection,
                    "select name, value from duckdb_settings() where name in (" + ServerInfoQueries.quoted(SETTINGS)
                            + ")");
            return new ServerInfo(ServerInfoQueries.version(connection), durability(connection, settings), settings);
        }

        /** Describes the durability; versions without the setting always sync. */
        private static String durability(Connection connection, Map<String, String> settings) throws SQLException {
            String inMemory = "select path is null from duckdb_databases() where database_name = current_database()";
            if (ServerInfoQueries.value(connection, inMemory).equals("true")) {
                return ServerInfoQueries.inMemory();
            }
            String mode = settings.getOrDefault(FSYNC, "STANDARD");
            return ServerInfoQueries.commitWaits(!mode.equals("NONE"), FSYNC + "=" + mode);
        }
    }
}
