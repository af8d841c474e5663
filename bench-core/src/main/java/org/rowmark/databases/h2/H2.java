package org.rowmark.databases.h2;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.commons.lang3.Strings;
import org.rowmark.databases.support.launch.EmbeddedDatabase;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Feature;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.db.sql.SqlPiece;
import org.rowmark.db.sql.UserSql;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ByteSize;

/** H2, in the measuring JVM or in another. It answers a repeated query from its last result, which is switched off. */
@AutoService(Database.class)
public final class H2 extends EmbeddedDatabase {
    private static final String REUSE = ";OPTIMIZE_REUSE_RESULTS=";
    /** No reuse of results and no trace file: where that cannot be written, its stack traces go to the console. */
    static final String ALWAYS = REUSE + "0;TRACE_LEVEL_FILE=0";

    private static final int MAX_ROWS = 1_000;
    /** The engine's own limit. */
    private static final int MAX_PARAMETERS = 100_000;

    /** The query of all settings without the names of the columns, which are different before version 2. */
    private static final String ALL_SETTINGS = "select * from information_schema.settings";

    private static final List<String> SETTINGS = List.of("""
            MODE WRITE_DELAY COMPRESS RETENTION_TIME QUERY_CACHE_SIZE ANALYZE_AUTO info.PAGE_SIZE
            info.CACHE_MAX_SIZE""".split("\\s+"));
    private static final String CACHE = "info.CACHE_MAX_SIZE";

    private static final Map<String, String> COUNTERS = Map.of(
            "info.FILE_READ", "data.reads",
            "info.FILE_READ_BYTES", "data.bytes-read",
            "info.FILE_WRITE", "data.writes",
            "info.FILE_WRITE_BYTES", "data.bytes-written",
            "info.FILE_SIZE", "data.size");

    public H2() {
        super(
                "h2",
                "H2",
                9092,
                List.of("jdbc:h2:tcp:", "jdbc:h2:ssl:"),
                Feature.FETCH_SIZE,
                Feature.SERVER_CURSOR,
                Feature.DEFAULT_FETCH_SIZE,
                Feature.BUFFERING,
                Feature.SHARED_VALUES,
                Feature.SPATIAL,
                Feature.COUNTERS);
    }

    @Override
    public List<Target> targets() {
        return List.of(
                Target.builtIn("h2", id(), ServerKind.EMBEDDED),
                Target.builtIn("h2-mem", id(), ServerKind.EMBEDDED).withUrl("jdbc:h2:mem:rowmark;DB_CLOSE_DELAY=-1"),
                Target.builtIn("h2-tcp", id(), ServerKind.LOCAL));
    }

    /**
     * Leaves out a fetch size where no rows cross a network, rows in the client's memory where they do, geometries in
     * another process, which lacks H2GIS, and counters where there is no file.
     */
    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        Set<Feature> features = super.features(connection);
        boolean isEmbedded = opens(url(connection));
        features.removeAll(
                isEmbedded
                        ? Set.of(Feature.FETCH_SIZE, Feature.SERVER_CURSOR, Feature.DEFAULT_FETCH_SIZE)
                        : Set.of(Feature.BUFFERING, Feature.SHARED_VALUES));
        if (!isEmbedded || !H2Gis.isPossible(connection)) {
            features.remove(Feature.SPATIAL);
        }
        return features;
    }

    @Override
    public List<String> enable(Feature feature, Connection connection) throws SQLException {
        return feature == Feature.SPATIAL ? H2Gis.load(connection) : List.of();
    }

    @Override
    public Optional<MemorySetting> memory() {
        return Optional.of(
                MemorySetting.ofUnits("CACHE_SIZE", ByteSize.MIB, ByteSize.KIB).followedBy(CACHE));
    }

    @Override
    protected Endpoint endpoint(Target target, Workspace workspace) {
        String url =
                target.url().orElseGet(() -> "jdbc:h2:file:" + workspace.data().resolve("rowmark"));
        return ServerStarts.withDefaultUser(
                DriverJars.endpoint(target, url + ALWAYS + ServerStarts.urlSettings(target.settings())), "sa");
    }

    /** Requires an external URL that decides on the reuse of results: it holds for all clients, and no query shows it. */
    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL -> ServerStarts.local(target, workspace, H2Server::start);
            case EMBEDDED -> super.start(target, workspace);
            case EXTERNAL -> {
                String url = target.url().orElseThrow();
                if (!opens(url) && !Strings.CI.contains(url, REUSE)) {
                    throw target.problem("url: H2 answers a repeated query from its last result; add " + REUSE
                            + "0, which needs an administrator and holds for all clients of the database until it is"
                            + " closed");
                }
                yield super.start(target, workspace);
            }
            default -> throw ServerStarts.unknownKind(target, "embedded, local or external");
        };
    }

    @Override
    protected List<String> files() {
        return List.of(H2Server.FILE);
    }

    @Override
    public Optional<SpatialSql> spatial() {
        return Optional.of(H2Gis.SQL);
    }

    @Override
    public UserSql userSql() {
        return UserSql.STANDARD
                .readBy(
                        LexicalRule.NESTED_COMMENTS,
                        LexicalRule.SLASH_COMMENTS,
                        LexicalRule.CARRIAGE_RETURNS,
                        LexicalRule.BACKTICKS,
                        LexicalRule.DOLLAR_QUOTES)
                .explainedBy("explain ")
                .in(UserSql.OwnSchema.schema());
    }

    @Override
    public Map<SqlPiece, String> pieces() {
        return Map.of(
                SqlPiece.ANALYZE, "analyze table %s",
                SqlPiece.CHECKPOINT, "checkpoint sync", // syncs the file, which a commit does not
                SqlPiece.HASH, "hash('MD5', %s)");
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return Math.min(MAX_ROWS, MAX_PARAMETERS / columns);
    }

    /** Builds a form that versions before 2 have, too. */
    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        String sql = "merge into " + table + " (" + String.join(", ", columns) + ") key (" + String.join(", ", keys)
                + ") values " + Dialect.placeholders(columns.size());
        return ParameterizedSql.inOrder(sql, columns.size());
    }

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        Map<String, String> settings = ServerInfoQueries.pairs(connection, ALL_SETTINGS);
        settings.keySet().retainAll(SETTINGS);
        String durability = isInMemory(url(connection))
                ? ServerInfoQueries.inMemory()
                : ServerInfoQueries.commitWaits(
                        false,
                        "WRITE_DELAY=" + settings.get("WRITE_DELAY")
                                + " ms; H2 does not sync the file at a commit, whatever the delay");
        return new ServerInfo(ServerInfoQueries.version(connection), durability, settings);
    }

    @Override
    public OptionalLong memory(Connection connection) throws SQLException {
        String mebibytes = ServerInfoQueries.pairs(connection, ALL_SETTINGS).get(CACHE);
        return mebibytes == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(mebibytes) * ByteSize.MIB);
    }

    /** Reads exact counts of the one file since it was opened; writing follows a commit by up to WRITE_DELAY. */
    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return ServerInfoQueries.pairs(connection, ALL_SETTINGS).entrySet().stream()
                .filter(setting -> COUNTERS.containsKey(setting.getKey()))
                .map(setting ->
                        CounterQuery.counter(COUNTERS.get(setting.getKey()), Double.parseDouble(setting.getValue())))
                .toList();
    }
}
