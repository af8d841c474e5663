package org.rowmark.databases.sqlserver;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.launch.ServerDatabase;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Feature;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.util.ByteSize;

/**
 * Microsoft SQL Server by URL or in a container, and Babelfish for PostgreSQL by URL. Text parameters are Unicode
 * unless the URL has {@code sendStringParametersAsUnicode=false}, which an index seek of {@code varchar} keys needs
 * under SQL collations, and which loses the characters that their code page does not have.
 */
@AutoService(Database.class)
public final class SqlServer extends ServerDatabase {
    /** The version of Babelfish for PostgreSQL; null on other servers. */
    public static final String BABELFISH = "select cast(serverproperty('BabelfishVersion') as varchar(60))";

    public SqlServer() {
        super(
                "sqlserver",
                "Microsoft SQL Server",
                1433,
                new Roles(
                        new SqlServerDialect(), new SqlServerLauncher(), new SqlServerMonitor(), new SqlServerDriver()),
                usualAnd(
                        Feature.DEFAULT_FETCH_SIZE,
                        Feature.STREAMING,
                        Feature.ROW_RESULTS,
                        Feature.MICROSECONDS,
                        Feature.SPATIAL,
                        Feature.SETTINGS_BY_SQL));
    }

    @Override
    public Optional<String> leastVersion() {
        return Optional.of("11");
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        Set<Feature> features = super.features(connection);
        TolerantQueries queries = new TolerantQueries(connection);
        if (queries.value(BABELFISH).isPresent()) {
            features.removeAll(Set.of(Feature.SPATIAL, Feature.SETTINGS_BY_SQL));
        } else if (!SqlServerSettings.possible(queries)) {
            features.remove(Feature.SETTINGS_BY_SQL);
        }
        return features;
    }

    @Override
    public Optional<RuntimeSettings> settings() {
        return Optional.of(new SqlServerSettings());
    }

    @Override
    public Optional<MemorySetting> memory() {
        return Optional.of(MemorySetting.ofUnits(SqlServerSettings.MEMORY, 128 * ByteSize.MIB, ByteSize.MIB));
    }
}
