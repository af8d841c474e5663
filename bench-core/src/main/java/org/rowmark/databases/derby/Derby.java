package org.rowmark.databases.derby;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.EmbeddedDatabase;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
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

/** Apache Derby in the measuring JVM, or its network server somewhere else. */
@AutoService(Database.class)
public final class Derby extends EmbeddedDatabase {
    private static final String REMOTE = "jdbc:derby://";
    private static final int MAX_ROWS = 1_000;
    /** A statement becomes a Java class, whose constant pool has 65,535 entries in all. */
    private static final int MAX_PARAMETERS = 50_000;

    private static final int MAX_CHAR_LENGTH = 254;
    /** SQLSTATEs of a successful shutdown and of a database that was not open. */
    private static final Set<String> SHUT_DOWN = Set.of("08006", "XJ004");

    public Derby() {
        super("derby", "Apache Derby", 1527, List.of(REMOTE), Feature.STREAMING, Feature.MICROSECONDS);
    }

    /** Leaves merges out over the network: the server ends a connection that prepares one. */
    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        Set<Feature> features = features();
        if (isRemote(connection)) {
            features.remove(Feature.UPSERT);
        }
        return features;
    }

    @Override
    public Optional<MemorySetting> memory() {
        return Optional.of(new MemorySetting(
                DerbySettings.CACHE,
                DerbySettings.LEAST_PAGES * DerbySettings.USUAL_PAGE,
                (target, bytes) -> Map.of(DerbySettings.CACHE, Long.toString(bytes / DerbySettings.pageSize(target))),
                Map.of()));
    }

    @Override
    protected List<String> files() {
        return List.of("rowmark");
    }

    @Override
    protected Endpoint endpoint(Target target, Workspace workspace) throws IOException {
        Path home = DerbySettings.write(target, workspace);
        String url =
                target.url().orElseGet(() -> "jdbc:derby:" + workspace.data().resolve("rowmark") + ";create=true");
        return DriverJars.endpoint(target, url).with(Map.of(DerbySettings.HOME, home.toString()));
    }

    /** Sets the system property in which Derby looks for its home when it boots. */
    @Override
    public void prepare(Endpoint endpoint) {
        String home = endpoint.properties().get(DerbySettings.HOME);
        if (home != null) {
            System.setProperty(DerbySettings.HOME, home);
        }
    }

    /** Shuts the database down, which is open until then; Derby reports success as an exception. */
    @Override
    public void release(Endpoint endpoint) throws SQLException {
        if (!endpoint.properties().containsKey(DerbySettings.HOME)) {
            return;
        }
        String database = endpoint.url().split(";", 2)[0];
        try (Connection never = Drivers.driverOf(endpoint).connect(database + ";shutdown=true", new Properties())) {
            throw new SQLException("Derby did not shut " + database + " down: " + never);
        } catch (SQLException e) {
            if (!SHUT_DOWN.contains(String.valueOf(e.getSQLState()))) {
                throw e;
            }
        }
    }

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        Map<String, String> settings = isRemote(connection) ? Map.of() : DerbySettings.read();
        return new ServerInfo(
                ServerInfoQueries.version(connection),
                durability(connection, settings.get(DerbySettings.DURABILITY)),
                settings,
                DerbySettings.changed(settings),
                Map.of());
    }

    private String durability(Connection connection, String setting) throws SQLException {
        if (isRemote(connection)) {
            return ServerInfoQueries.commitUnknown("a Derby server does not report " + DerbySettings.DURABILITY);
        }
        return isInMemory(url(connection))
                ? ServerInfoQueries.inMemory()
                : ServerInfoQueries.commitWaits(!setting.equals("test"), DerbySettings.DURABILITY + "=" + setting);
    }

    private static boolean isRemote(Connection connection) throws SQLException {
        return url(connection).startsWith(REMOTE);
    }

    @Override
    public UserSql userSql() {
        return UserSql.STANDARD.readBy(LexicalRule.NESTED_COMMENTS, LexicalRule.CARRIAGE_RETURNS);
    }

    @Override
    public Map<SqlPiece, String> pieces() {
        return Map.of(
                SqlPiece.ANALYZE, "call syscs_util.syscs_update_statistics(current schema, '%S', null)",
                SqlPiece.CHECKPOINT, "call syscs_util.syscs_checkpoint_database()",
                SqlPiece.SUBSTRING, "substr(%s, %s, %s)",
                SqlPiece.PING, "values 1"); // a query needs a from
    }

    @Override
    public String fixedTextType(int length) {
        return (length <= MAX_CHAR_LENGTH ? "char(" : "varchar(") + length + ")";
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return Math.min(MAX_ROWS, MAX_PARAMETERS / columns);
    }

    /**
     * Builds a merge, whose source must be a table. The comment differs from thread to thread, as connections share a
     * compiled statement, which keeps the rows of a merge while it executes (MatchingClauseConstantAction of 10.16).
     */
    @Override
    public ParameterizedSql upsert(String table, List<String> keys, List<String> columns, List<String> types) {
        List<String> others = Dialect.without(columns, keys);
        String sql = "merge into " + table + " t using sysibm.sysdummy1 on " + Dialect.joined(keys, "t.%s = ?", " and ")
                + " when matched then update set " + Dialect.joined(others, "%s = ?", ", ")
                + " when not matched then insert (" + String.join(", ", columns) + ") values "
                + Dialect.placeholders(columns.size()) + " /* thread "
                + Thread.currentThread().getId() + " */";
        List<Integer> parameters = Stream.of(keys, others, columns)
                .flatMap(List::stream)
                .map(columns::indexOf)
                .toList();
        return new ParameterizedSql(sql, parameters);
    }
}
