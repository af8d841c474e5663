package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Loader;
import org.rowmark.db.Monitor;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.restore.Restorer;

/** The common part of MySQL and MariaDB. Settings are the server's options. */
abstract class MySqlFamily implements Database {
    private final MySqlProduct product;
    private final Restorer restorer;

    MySqlFamily(MySqlProduct product, Restorer restorer) {
        this.product = product;
        this.restorer = restorer;
    }

    @Override
    public String id() {
        return product.id();
    }

    @Override
    public String name() {
        return product.name();
    }

    @Override
    public Dialect dialect() {
        return new MySqlDialect();
    }

    @Override
    public Set<Feature> features() {
        return MySqlFeatures.AT_BEST;
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        return MySqlFeatures.of(connection);
    }

    @Override
    public Launcher launcher() {
        return new MySqlLauncher(product);
    }

    @Override
    public Monitor monitor() {
        return new MySqlMonitor(product.timingSettings());
    }

    @Override
    public DriverAdapter driver() {
        return new DriverAdapter() {
            @Override
            public Map<String, String> properties(ConnectionMode mode) {
                return MySqlDriver.properties(mode);
            }
        };
    }

    @Override
    public Loader loader() {
        return MySqlLoader::load;
    }

    @Override
    public Optional<RuntimeSettings> settings() {
        return Optional.of(new MySqlSettings());
    }

    @Override
    public Optional<Restorer> restorer() {
        return Optional.of(restorer);
    }
}
