package org.rowmark.databases.sqlite;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import org.rowmark.databases.support.launch.EmbeddedDatabase;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.SqlPiece;
import org.rowmark.db.sql.UserSql;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ByteSize;
import org.rowmark.util.Sql;

/** SQLite in the measuring JVM. Settings are its pragmas, set by the driver on every connection. */
@AutoService(Database.class)
public final class Sqlite extends EmbeddedDatabase {
    private static final String CACHE = "cache_size";
    /** The beginning of a name in messages, as the error of a batch has no code. */
    private static final String BUSY = "[SQLITE_BUSY";
    /** SQLITE_MAX_VARIABLE_NUMBER. */
    private static final int MAX_PARAMETERS = 32_766;
    /** The time that a second writer waits instead of failing at once: SQLite has one writer at a time. */
    private static final Map<String, String> WAITING = Map.of("busy_timeout", "30000");

    /** Pragmas with the defaults of SQLite as it is compiled by default; others have no certain default. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "busy_timeout", "0",
            "cache_size", "-2000",
            "foreign_keys", "0",
            "journal_mode", "delete",
            "locking_mode", "normal",
            "mmap_size", "0",
            "page_size", "4096",
            "synchronous", "2",
            "temp_store", "0",
            "wal_autocheckpoint", "1000");

    private static final List<String> SYNCHRONOUS = List.of("OFF", "NORMAL", "FULL", "EXTRA");
    private static final String SIZE =
            "select page_count * page_size as \"data.size\" from pragma_page_count, pragma_page_size";

    /** Creates it without microseconds: the driver stores timestamps in milliseconds. */
    public Sqlite() {
        super("sqlite", "SQLite", NO_PORT, List.of(), Feature.STREAMING);
    }

    /** Returns the cache of each connection, of which a number of kibibytes is negative. */
    @Override
    public Optional<MemorySetting> memory() {
        return Optional.of(new MemorySetting(
                CACHE, ByteSize.KIB, (target, bytes) -> Map.of(CACHE, "-" + bytes / ByteSize.KIB), Map.of()));
    }

    @Override
    protected List<String> files() {
        return List.of("rowmark.db", "rowmark.db-wal");
    }

    @Override
    protected Endpoint endpoint(Target target, Workspace workspace) {
        String url =
                target.url().orElseGet(() -> "jdbc:sqlite:" + workspace.data().resolve("rowmark.db"));
        if (url.contains(":memory:") || url.contains("mode=memory")) {
            throw target.problem(
                    "a database in memory goes with its last connection; use a file, in a file system in memory"
                            + " if need be");
        }
        Endpoint endpoint = DriverJars.endpoint(target, url);
        checkNames(target, endpoint);
        Map<String, String> pragmas = new HashMap<>(WAITING);
        pragmas.putAll(target.settings());
        return endpoint.with(pragmas);
    }

    private static void checkNames(Target target, Endpoint endpoint) {
        try {
            List<String> known = Arrays.stream(
                            Drivers.driverOf(endpoint).getPropertyInfo(endpoint.url(), new Properties()))
                    .map((DriverPropertyInfo property) -> property.name)
                    .toList();
            ServerStarts.requireKnown(target, known);
        } catch (SQLException e) {
            throw target.problem(e.getMessage(), e);
        }
    }

    /** Repeats a transaction that would have had to wait for a writer that waits for it. */
    @Override
    public boolean mayRepeat(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains(BUSY);
    }

    @Override
    public UserSql userSql() {
        return UserSql.STANDARD
                .readBy(LexicalRule.BACKTICKS, LexicalRule.BRACKETS)
                .explainedBy("explain query plan ")
                .readOnlyBy("pragma query_only = true");
    }

    @Override
    public Map<SqlPiece, String> pieces() {
        return Map.of(
                SqlPiece.EMPTY_TABLE, "delete from %s",
                // an integer: a bigint key would not be the row number itself
                SqlPiece.IDENTITY_COLUMN, "%s integer primary key autoincrement",
                SqlPiece.ANALYZE, "analyze %s",
                // without a write-ahead log, commits write to the database itself
                SqlPiece.CHECKPOINT, "pragma wal_checkpoint(truncate)",
                SqlPiece.SUBSTRING, "substr(%s, %s, %s)",
                SqlPiece.LIMIT, "%s limit %s");
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return MAX_PARAMETERS / columns;
    }

    @Override
    public List<String> statisticsTables() {
        return List.of("sqlite_stat1", "sqlite_stat4");
    }

    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        return upsertOnConflict(table, keys, columns);
    }

    /** Reads the file's size as of the last commit. There are no other counters, and no size of the log. */
    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return CounterQuery.readPermitted(connection, SIZE);
    }

    /** Describes the durability: NORMAL syncs at a commit with a rollback journal, not with a write-ahead log. */
    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        Map<String, String> settings = new HashMap<>();
        settings.put("cache_spill", ServerInfoQueries.value(connection, "pragma cache_spill"));
        for (String pragma : DEFAULTS.keySet()) {
            settings.put(pragma, ServerInfoQueries.value(connection, "pragma " + pragma));
        }
        String journal = settings.get("journal_mode");
        int synchronous = Integer.parseInt(settings.get("synchronous"));
        boolean waits = synchronous >= 2 || (synchronous == 1 && !journal.equals("wal"));
        return new ServerInfo(
                ServerInfoQueries.version(connection),
                ServerInfoQueries.commitWaits(
                        waits, "synchronous=" + SYNCHRONOUS.get(synchronous) + ", journal_mode=" + journal),
                settings,
                ServerInfoQueries.changed(settings, DEFAULTS),
                Map.of());
    }

    @Override
    public OptionalLong memory(Connection connection) throws SQLException {
        long size = Sql.number(connection, "pragma " + CACHE);
        long unit = size < 0 ? -ByteSize.KIB : pageSize(connection).orElseThrow();
        return OptionalLong.of(size * unit);
    }

    @Override
    public OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.of((int) Sql.number(connection, "pragma page_size"));
    }
}
