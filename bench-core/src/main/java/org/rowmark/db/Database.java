package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Target;

/**
 * A product that can be measured: its names, its SQL, and the roles that its other classes play. One folder in
 * {@code org.rowmark.databases} each; this class is registered with {@code @AutoService(Database.class)} and found by
 * {@link Databases}.
 *
 * @implSpec Implementations have a public constructor without parameters, hold no state, and open nothing before
 *     {@link Launcher#start}.
 */
public interface Database {

    /** Returns the name in targets files: lower case, for example {@code postgresql}. */
    String id();

    /** Returns the product's name in its vendor's spelling. */
    String name();

    /** Returns the targets that exist without a targets file, those that need nothing installed first. */
    default List<Target> targets() {
        return List.of();
    }

    /** Returns the pieces of SQL that differ between products. */
    Dialect dialect();

    /** Returns the most that the product and its bundled driver can do, known without a connection. */
    Set<Feature> features();

    /** Returns the features of one server: a subset of {@link #features()}. */
    default Set<Feature> features(Connection connection) throws SQLException {
        return features();
    }

    /**
     * Makes a feature usable that a server has and its database does not use by default; harmless when repeated.
     *
     * @param connection autocommit is on
     * @return the statements that revert it, in any order and of at most 240 characters each, if it has not been usable
     *     before
     */
    default List<String> enable(Feature feature, Connection connection) throws SQLException {
        return List.of();
    }

    /** Returns the least version that is measured, as its driver reports it; empty where any is. */
    default Optional<String> leastVersion() {
        return Optional.empty();
    }

    /** Returns the port that a server has by default; empty where that is not known. */
    default OptionalInt port() {
        return OptionalInt.empty();
    }

    /** Returns whether the driver opens the database of a URL in its own process, where no server is. */
    default boolean opens(String url) {
        return false;
    }

    /** Starts its servers. */
    Launcher launcher();

    /** Reads what a server reports about itself. */
    Monitor monitor();

    /** Adapts to its driver. */
    default DriverAdapter driver() {
        return new DriverAdapter() {};
    }

    /** Loads rows by the product's fastest method, or in batches. */
    default Loader loader() {
        return (connection, rows) -> rows.insertInBatches(connection, dialect());
    }

    /** Changes settings of a running server; present with {@link Feature#SETTINGS_BY_SQL}. */
    default Optional<RuntimeSettings> settings() {
        return Optional.empty();
    }

    /** Returns the setting that is a server's memory for data; empty where Rowmark knows none. */
    default Optional<MemorySetting> memory() {
        return Optional.empty();
    }

    /** Backs up and restores its databases; empty if Rowmark knows no method. */
    default Optional<Restorer> restorer() {
        return Optional.empty();
    }
}
