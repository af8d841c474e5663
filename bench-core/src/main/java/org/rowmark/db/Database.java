package org.rowmark.db;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/**
 * A product that can be measured. One class in {@code org.rowmark.databases} each, registered with
 * {@code @AutoService(Database.class)} and found by {@link Databases}; nothing else knows that it exists.
 *
 * @implSpec Implementations have a public constructor without parameters, hold no state, and open nothing before
 *     {@link #start}.
 */
public interface Database {

    /** The name in targets files: lower case, for example {@code postgresql}. */
    String id();

    /** The product's name as its makers write it. */
    String name();

    /** The targets that exist without a targets file, those that need nothing installed first. */
    List<Target> targets();

    /** The SQL pieces that differ. */
    Dialect dialect();

    /** What the product and its bundled driver can do at best, known without a connection. */
    Set<Feature> features();

    /** What this very server can do: a subset of {@link #features()}. */
    default Set<Feature> features(Connection connection) throws SQLException {
        return features();
    }

    /** Connection properties that make the driver work in that mode; empty where it needs none. */
    default Map<String, String> properties(ConnectionMode mode) {
        return Map.of();
    }

    /**
     * The driver's class, where its jar does not declare it as a service (META-INF/services/java.sql.Driver) because it
     * is older than JDBC 4.
     */
    default Optional<String> driverClass() {
        return Optional.empty();
    }

    /**
     * Maven coordinates of the driver for a target that names none, where that is not the bundled one; it is downloaded
     * at first use.
     */
    default List<String> driver(Target target) {
        return List.of();
    }

    /**
     * What this machine lacks to start the target, found out without starting, connecting or downloading: a package, a
     * download, Docker. The driver is not asked about.
     *
     * @return the end of "needs …"; empty if nothing is known to be missing
     */
    default Optional<String> missing(Target target) {
        return Optional.empty();
    }

    /**
     * Makes the target's server answer: starts it, or says where it is. Called in the orchestrating process only, again
     * for every round with the same workspace; the data of earlier rounds must still be there.
     *
     * @throws UsageException when the target cannot be started as described: binaries missing, unknown setting, kind of
     *     server not known for this product
     * @throws IOException when starting failed
     */
    Server start(Target target, Workspace workspace) throws IOException;

    /**
     * Makes this process ready for connections to the endpoint, where a driver wants more than a URL and connection
     * properties. Called by {@link Drivers} in every process that connects, before the driver sees the URL.
     */
    default void prepare(Endpoint endpoint) {}

    /**
     * Lets go of an embedded database whose connections in this process are closed, so that another process can open
     * it. Called by {@link Drivers#ask}; does nothing where closing the last connection is enough.
     */
    default void release(Endpoint endpoint) throws SQLException {}

    /**
     * Loads rows in the product's fastest way; in batches where it has none.
     *
     * @param connection of mode {@link ConnectionMode#BULK_LOAD}; autocommit is on, and is on again afterwards
     */
    default void load(Connection connection, RowSource rows) throws SQLException {
        rows.insertInBatches(connection, dialect());
    }

    /** How settings of a running server are changed; present with {@link Feature#SETTINGS_BY_SQL}. */
    default Optional<RuntimeSettings> settingsBySql() {
        return Optional.empty();
    }

    /**
     * Reads the server's own counters, of the kinds server, data, log and temp, and the sizes of its files. The same come
     * in every reading of a server by the same user, with {@link Feature#COUNTERS} at least one that is no size. Names
     * are {@code reads}, {@code bytes-read}, {@code read-time}, {@code writes}, {@code bytes-written},
     * {@code write-time}, {@code syncs} and {@code sync-time} where they fit; units are bytes, ms and count. Where the
     * server counts single files, those come besides, as they are there at the moment.
     *
     * <p>What the version does not count, what is not switched on and what the user may not see is absent and no error.
     * Reading takes a few milliseconds, writes nothing, and leaves the connection as it was.
     *
     * @param connection autocommit is on; not one that is measured
     * @throws SQLException when the connection is gone
     */
    default List<Counter> counters(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * The settings with which a server also counts how long its reads and writes of files take, where that costs
     * something and is off by default. They can be set when it is started.
     */
    default Map<String, String> timingSettings() {
        return Map.of();
    }

    /**
     * Makes the session of this connection tell its server what it did, where sessions do that later than they answer.
     * What is counted in the server is right then, as far as this session goes. May take a second.
     *
     * @param connection autocommit is on; the one that was measured
     * @throws SQLException when the connection is gone
     */
    default void settle(Connection connection) throws SQLException {}

    /**
     * Says in one line what a driver's error means and what to do, where its own text does not.
     *
     * @return empty to have the text as it is
     */
    default Optional<String> explain(SQLException failure) {
        return Optional.empty();
    }

    /** Version, durability and settings of the server behind an open connection. */
    ServerInfo facts(Connection connection) throws SQLException;
}
