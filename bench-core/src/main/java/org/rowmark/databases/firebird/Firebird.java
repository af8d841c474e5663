package org.rowmark.databases.firebird;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.launch.ServerDatabase;
import org.rowmark.db.Database;
import org.rowmark.db.Feature;
import org.rowmark.db.Loader;
import org.rowmark.db.MemorySetting;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;

/** Firebird. Settings are lines of firebird.conf, and {@code page_size} of a database that is created. */
@AutoService(Database.class)
public final class Firebird extends ServerDatabase {
    private static final String PAGES = "DefaultDbCachePages";

    /** Firebird takes this for a smaller number. */
    private static final long LEAST_PAGES = 50;

    private static final long LARGEST_PAGE = 32 * ByteSize.KIB;

    public Firebird() {
        super(
                "firebird",
                "Firebird",
                3050,
                new Roles(new FirebirdDialect(), new FirebirdLauncher(), new FirebirdMonitor(), new FirebirdDriver()),
                usualAnd(Feature.DEFAULT_FETCH_SIZE, Feature.STREAMING));
    }

    @Override
    public Optional<String> leastVersion() {
        return Optional.of("3");
    }

    @Override
    public List<Target> targets() {
        return List.of(Target.builtIn("firebird", id(), ServerKind.LOCAL));
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        Set<Feature> features = super.features(connection);
        if (FirebirdDriver.isNative(connection.getMetaData().getURL())) {
            features.removeAll(Set.of(Feature.FETCH_SIZE, Feature.SERVER_CURSOR, Feature.DEFAULT_FETCH_SIZE));
        } else {
            features.remove(Feature.STREAMING);
        }
        return features;
    }

    @Override
    public Loader loader() {
        return new FirebirdLoader();
    }

    /** Returns the page cache of a database: that of each connection in the mode Classic or SuperClassic. */
    @Override
    public Optional<MemorySetting> memory() {
        return Optional.of(new MemorySetting(
                        PAGES,
                        LEAST_PAGES * LARGEST_PAGE,
                        (target, bytes) -> Map.of(
                                PAGES,
                                Long.toString(bytes / Long.parseLong(FirebirdSettings.pageSize(target.settings())))),
                        Map.of())
                .followedBy("page_buffers"));
    }
}
