package org.rowmark.databases.generic;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** Any database with a JDBC driver, in standard SQL. Its features are found by trying them. */
@AutoService(Database.class)
public final class Generic extends Database {
    /** Few enough for every database that takes several rows at all. */
    private static final int MAX_PARAMETERS = 999;

    private static final Map<Integer, String> ISOLATION = Map.of(
            Connection.TRANSACTION_NONE, "none",
            Connection.TRANSACTION_READ_UNCOMMITTED, "read uncommitted",
            Connection.TRANSACTION_READ_COMMITTED, "read committed",
            Connection.TRANSACTION_REPEATABLE_READ, "repeatable read",
            Connection.TRANSACTION_SERIALIZABLE, "serializable");

    /** The facts available through JDBC that affect performance. */
    private static final Map<String, FailableFunction<Connection, String, SQLException>> SETTINGS = Map.of(
            "catalog", Connection::getCatalog,
            "schema", Connection::getSchema,
            "transaction isolation", connection -> ISOLATION.get(connection.getTransactionIsolation()));

    public Generic() {
        super("generic", "another database", Feature.MULTI_ROW_INSERT, Feature.IDENTITY, Feature.UPSERT);
    }

    @Override
    public Dialect dialect() {
        return new Dialect() {
            @Override
            public int maxRowsPerInsert(int columns) {
                return Math.max(1, MAX_PARAMETERS / columns);
            }
        };
    }

    /** @throws UsageException if another user's table has the name of the one to try features on */
    @Override
    public Set<Feature> features(Connection connection) {
        TolerantQueries queries = new TolerantQueries(connection);
        FeatureProbe table = new FeatureProbe(queries, dialect());
        return features().stream()
                .filter(table::has)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Feature.class)));
    }

    @Override
    public Launcher launcher() {
        return Generic::start;
    }

    @Override
    public Monitor monitor() {
        return Generic::info;
    }

    private static Server start(Target target, Workspace workspace) {
        return switch (target.server()) {
            case EXTERNAL -> ServerStarts.external(target);
            case EMBEDDED -> {
                String url = target.url().orElseThrow(() -> target.problem("an embedded generic database needs url:"));
                yield ServerStarts.embedded(target, DriverJars.endpoint(target, url));
            }
            default -> throw ServerStarts.unknownKind(target, "external or embedded with url:");
        };
    }

    private static ServerInfo info(Connection connection) {
        TolerantQueries queries = new TolerantQueries(connection);
        Map<String, String> settings = new TreeMap<>();
        SETTINGS.forEach((name, question) -> queries.query(question)
                .filter(value -> !value.isBlank())
                .ifPresent(value -> settings.put(name, value)));
        return new ServerInfo(
                queries.query(ServerInfoQueries::version).orElse(ServerInfoQueries.UNKNOWN),
                ServerInfoQueries.commitUnknown("JDBC has no way to read it; see the database's own documentation"),
                settings);
    }
}
