package org.rowmark.databases.duckdb;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import org.rowmark.databases.support.launch.EmbeddedDatabase;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Feature;
import org.rowmark.db.Loader;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.db.sql.SqlPiece;
import org.rowmark.db.sql.UserSql;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** DuckDB in the measuring JVM. One process at a time has its file open, with the same settings everywhere. */
@AutoService(Database.class)
public final class DuckDb extends EmbeddedDatabase {
    private static final String SEQUENCE = "rowmark_identity";
    private static final String OURS = "made by Rowmark";

    private static final String COMMENT = "select comment from duckdb_sequences() where sequence_name = '" + SEQUENCE
            + "' and schema_name = current_schema() and database_name = current_database()";
    /** The driver's property that keeps a database in memory after its connections are closed. */
    private static final String PIN = "jdbc_pin_db";

    private static final String ANY = "jdbc:duckdb:";
    private static final String IN_MEMORY = ANY + ":memory:";
    private static final String FSYNC = "fsync_mode";
    private static final List<String> SETTINGS = List.of("""
            access_mode checkpoint_threshold default_block_size enable_optimistic_write fsync_mode
            immediate_transaction_mode memory_limit preserve_insertion_order storage_compatibility_version
            threads""".split("\\s+"));
    private static final String DATA_SIZE = "select block_size * total_blocks as \"data.size\""
            + " from pragma_database_size() where database_name = current_database()";
    private static final String TEMP_SIZE =
            "select coalesce(sum(size), 0) as \"temp.size\" from duckdb_temporary_files()";

    public DuckDb() {
        super("duckdb", "DuckDB", NO_PORT, List.of(), Feature.BUFFERING, Feature.BULK_LOAD);
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

    /** Returns the appender where it can take the rows: a batch is executed row by row, a hundred times slower. */
    @Override
    public Loader loader() {
        return (connection, rows) -> {
            if (DuckDbLoader.takes(connection, rows)) {
                DuckDbLoader.load(connection, rows);
            } else {
                rows.insertInBatches(connection, this);
            }
        };
    }

    @Override
    protected List<String> files() {
        return List.of("rowmark.duckdb", "rowmark.duckdb.wal");
    }

    /** Passes all settings to the engine, which refuses unknown ones. */
    @Override
    protected Endpoint endpoint(Target target, Workspace workspace) {
        String url = target.url().orElseGet(() -> ANY + workspace.data().resolve("rowmark.duckdb"));
        boolean isUnnamed = url.equals(ANY) || url.equals(IN_MEMORY);
        if (isUnnamed || (url.startsWith(IN_MEMORY) && !target.settings().containsKey(PIN))) {
            throw target.problem("a database in memory goes with its last connection; use url: " + IN_MEMORY
                    + "NAME and the setting " + PIN + ": true, or a file");
        }
        return DriverJars.endpoint(target, url).with(target.settings());
    }

    /** Downloads the driver: with its libraries for all platforms it is larger than all bundled drivers. */
    @Override
    public List<String> coordinates(Target target) {
        return List.of(ResourceBundle.getBundle("org.rowmark.databases.drivers").getString("duckdb"));
    }

    /** Looks for the word, because the driver reports neither state nor code. */
    @Override
    public boolean mayRepeat(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("Conflict");
    }

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

    @Override
    public Map<SqlPiece, String> pieces() {
        return Map.of(
                SqlPiece.CLOB_TYPE, "varchar", // a length has no effect
                SqlPiece.IDENTITY_COLUMN, "%s bigint default nextval('" + SEQUENCE + "') primary key",
                SqlPiece.HASH, "md5(%s)",
                SqlPiece.ANALYZE, "analyze %s",
                SqlPiece.CHECKPOINT, "checkpoint");
    }

    /** Creates the sequence of all tables too: a sequence cannot be dropped together with its table. */
    @Override
    public String createTable(String table, String columns) {
        String sequence = "create sequence if not exists " + SEQUENCE + "; comment on sequence " + SEQUENCE + " is '"
                + OURS + "'; ";
        return (columns.contains(SEQUENCE) ? sequence : "") + super.createTable(table, columns);
    }

    @Override
    public Routine onOneThread(String query) {
        return new Routine(List.of("set threads = 1"), query, List.of("reset threads"));
    }

    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        return upsertOnConflict(table, keys, columns);
    }

    /** Reads exact sizes; that of the log is rounded text only. Only single queries have counters. */
    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return CounterQuery.readPermitted(connection, DATA_SIZE, TEMP_SIZE);
    }

    /** Describes the durability; versions without the setting always sync. */
    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        Map<String, String> settings = ServerInfoQueries.pairs(connection, "select name, value from duckdb_settings()");
        settings.keySet().retainAll(SETTINGS);
        String isInMemory = "select path is null from duckdb_databases() where database_name = current_database()";
        String mode = settings.getOrDefault(FSYNC, "STANDARD");
        return new ServerInfo(
                ServerInfoQueries.version(connection),
                ServerInfoQueries.value(connection, isInMemory).equals("true")
                        ? ServerInfoQueries.inMemory()
                        : ServerInfoQueries.commitWaits(!mode.equals("NONE"), FSYNC + "=" + mode),
                settings);
    }
}
