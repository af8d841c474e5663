package org.rowmark.databases.generic;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.databases.support.launch.EmbeddedDatabase;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Database;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Feature;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** Any database with a JDBC driver, in standard SQL. Its features are found by trying them. */
@AutoService(Database.class)
public final class Generic extends EmbeddedDatabase {
    /** Few enough for every database that takes several rows at all. */
    private static final int MAX_PARAMETERS = 999;

    public Generic() {
        super("generic", "another database", NO_PORT, List.of("jdbc:"));
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
}
