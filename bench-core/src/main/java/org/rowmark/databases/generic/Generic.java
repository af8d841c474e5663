package org.rowmark.databases.generic;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.databases.support.launch.EmbeddedDatabase;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Feature;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** Any database with a JDBC driver, in standard SQL. Its features are found by trying them. */
@AutoService(Database.class)
public final class Generic extends EmbeddedDatabase {
    /** Few enough for every database that takes several rows at all. */
    private static final int MAX_PARAMETERS = 999;

    public Generic() {
        super("generic", "another database", NO_PORT, List.of("jdbc:"), Feature.MICROSECONDS);
    }

    @Override
    public List<Target> targets() {
        return List.of();
    }

    /** @throws org.rowmark.util.UsageException if another user's table has the name of the one to try features on */
    @Override
    public Set<Feature> features(Connection connection) {
        FeatureProbe table = new FeatureProbe(new TolerantQueries(connection), this);
        Set<Feature> features = features();
        features.removeIf(feature -> !table.has(feature));
        return features;
    }

    @Override
    protected Endpoint endpoint(Target target, Workspace workspace) {
        return DriverJars.endpoint(
                target, target.url().orElseThrow(() -> target.problem("an embedded generic database needs url:")));
    }

    @Override
    public int maxRowsPerInsert(int columns) {
        return Math.max(1, MAX_PARAMETERS / columns);
    }

    @Override
    public ServerInfo info(Connection connection) {
        TolerantQueries queries = new TolerantQueries(connection);
        Map<String, String> settings = new TreeMap<>();
        queries.query(Connection::getCatalog).ifPresent(catalog -> settings.put("catalog", catalog));
        queries.query(Connection::getSchema).ifPresent(schema -> settings.put("schema", schema));
        queries.query(open -> Isolation.of(open, Optional.empty()))
                .ifPresent(level -> settings.put("transaction isolation", level.replace('-', ' ')));
        settings.values().removeIf(StringUtils::isBlank);
        return new ServerInfo(
                queries.query(ServerInfoQueries::version).orElse(ServerInfoQueries.UNKNOWN),
                ServerInfoQueries.commitUnknown("JDBC has no way to read it; see the database's own documentation"),
                settings);
    }

    /** A table for trials of features, as a server may accept a statement and yet not do what it should. */
    static final class FeatureProbe {
        static final String NAME = "rowmark_probe";
        private static final List<String> COLUMNS = List.of("id", "a", "t");

        private final TolerantQueries probe;
        private final Dialect dialect;
        private final List<String> types;

        /** @throws UsageException if a table of that name exists: it must not be written to or dropped */
        FeatureProbe(TolerantQueries probe, Dialect dialect) {
            this.probe = probe;
            this.dialect = dialect;
            this.types = List.of(dialect.bigintType(), dialect.integerType(), dialect.textType(20));
            if (probe.value("select count(*) from " + NAME).isPresent()) {
                throw new UsageException("table " + NAME + " exists; Rowmark tries out on a table of that name what the"
                        + " server can do: rename it, or drop it if it is left from a run that was broken off");
            }
        }

        boolean has(Feature feature) {
            String key = "id " + types.get(0) + " not null primary key, ";
            String plain = key + "a " + types.get(1) + ", t " + types.get(2);
            return switch (feature) {
                case MULTI_ROW_INSERT -> passes(plain, this::insertsRows);
                case IDENTITY -> passes(dialect.identityColumn("id") + ", a " + types.get(1), this::identifies);
                case UPSERT -> passes(plain, this::upserts);
                case MICROSECONDS -> passes(key + "ts " + dialect.timestampType(), this::keepsMicroseconds);
                default -> throw new IllegalArgumentException(feature + " is not tried on a table alone");
            };
        }

        boolean passes(String columns, FailableFunction<Connection, Boolean, SQLException> trial) {
            if (!probe.executes(dialect.createTable(NAME, columns))) {
                return false;
            }
            try {
                return probe.yes(trial);
            } finally {
                probe.executes("drop table " + NAME);
            }
        }

        /** Inserts as many rows as the dialect allows: servers differ in the number of parameters. */
        private boolean insertsRows(Connection connection) throws SQLException {
            int rows = dialect.maxRowsPerInsert(COLUMNS.size());
            Object[] values = LongStream.range(0, rows)
                    .mapToObj(row -> row(row, (int) row))
                    .flatMap(Stream::of)
                    .toArray();
            return update(connection, dialect.insertRows(NAME, COLUMNS, types, rows), values) == rows
                    && count(connection) == rows;
        }

        private static Object[] row(long id, int a) {
            return new Object[] {id, a, "row " + a};
        }

        private boolean identifies(Connection connection) throws SQLException {
            for (int row = 1; row <= 3; row++) {
                update(connection, dialect.insert(NAME, List.of("a")), row);
            }
            return Sql.rows(connection, "select a from " + NAME + " order by id", row -> row.getInt(1))
                    .equals(List.of(1, 2, 3));
        }

        private boolean upserts(Connection connection) throws SQLException {
            ParameterizedSql upsert = dialect.upsert(NAME, List.of("id"), COLUMNS, types);
            for (int a = 1; a <= 2; a++) {
                Object[] row = row(1, a);
                Object[] values = upsert.parameters().stream().map(i -> row[i]).toArray();
                if (update(connection, upsert.sql(), values) != 1) {
                    return false;
                }
            }
            return count(connection) == 1 && Sql.number(connection, "select a from " + NAME) == 2;
        }

        private boolean keepsMicroseconds(Connection connection) throws SQLException {
            Timestamp moment = Timestamp.valueOf("2026-02-03 04:05:06.123456");
            update(connection, dialect.insert(NAME, List.of("id", "ts")), 1L, moment);
            return Sql.rows(connection, "select ts from " + NAME, row -> row.getTimestamp(1))
                    .equals(List.of(moment));
        }

        private static int update(Connection connection, String sql, Object... values) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                return statement.executeUpdate();
            }
        }

        private static long count(Connection connection) throws SQLException {
            return Sql.number(connection, "select count(*) from " + NAME);
        }
    }
}
