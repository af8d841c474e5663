package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rowmark.targets.Target;

/**
 * A product that can be measured, in a folder of {@code org.rowmark.databases}, registered by {@code @AutoService}:
 * without state, with a public constructor without parameters, it opens nothing before {@link Launcher#start}.
 */
public abstract class Database {
    protected static final int NO_PORT = 0;

    private final String id;
    private final String name;
    private final int port;
    private final EnumSet<Feature> features = EnumSet.noneOf(Feature.class);

    /** The features are the most that the product and its bundled driver can do; the id is for targets files. */
    protected Database(String id, String name, int port, Feature... features) {
        this.id = id;
        this.name = name;
        this.port = port;
        Collections.addAll(this.features, features);
    }

    public String id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** Returns the targets that exist without a targets file. */
    public List<Target> targets() {
        return List.of();
    }

    public abstract Dialect dialect();

    /** Returns the most that the product and its bundled driver can do, in a set of its own. */
    public Set<Feature> features() {
        return EnumSet.copyOf(features);
    }

    /** Returns the features of one server: a subset of {@link #features()}, without counters where it has sizes only. */
    public Set<Feature> features(Connection connection) throws SQLException {
        Set<Feature> found = features();
        if (monitor().counters(connection).stream().allMatch(Counter::isLevel)) {
            found.remove(Feature.COUNTERS);
        }
        return found;
    }

    /**
     * Makes a feature usable, with autocommit on, that a server has and its database does not use by default; harmless
     * when repeated. Returns the statements that revert it, in any order and of at most 240 characters each.
     */
    public List<String> enable(Feature feature, Connection connection) throws SQLException {
        return List.of();
    }

    /** Returns the least version that is measured, as its driver reports it; empty where any is. */
    public Optional<String> leastVersion() {
        return Optional.empty();
    }

    /** Returns the port that a server has by default; empty where that is not known. */
    public OptionalInt port() {
        return port == NO_PORT ? OptionalInt.empty() : OptionalInt.of(port);
    }

    /** Returns whether the driver opens the database of a URL in its own process, where no server is. */
    public boolean opens(String url) {
        return false;
    }

    public abstract Launcher launcher();

    public abstract Monitor monitor();

    public DriverAdapter driver() {
        return new DriverAdapter() {};
    }

    /** Returns the driver's class, where its jar does not declare it as a service because it is older than JDBC 4. */
    public Optional<String> driverClass() {
        return Optional.empty();
    }

    public Loader loader() {
        return (connection, rows) -> rows.insertInBatches(connection, dialect());
    }

    public Optional<RuntimeSettings> settings() {
        return Optional.empty();
    }

    /** Returns empty where Rowmark knows no such setting. */
    public Optional<MemorySetting> memory() {
        return Optional.empty();
    }
}
