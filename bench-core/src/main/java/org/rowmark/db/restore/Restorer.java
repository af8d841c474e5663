package org.rowmark.db.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;

/**
 * Whole databases of a product: creates, finds, measures and drops them beside the target's own, and restores backups
 * into them. Part of a {@code Database}.
 *
 * @implSpec Implementations hold no state. Names of databases consist of lower-case letters and underscores.
 */
public interface Restorer {
    /** The methods of restoring a backup, by name; at least one. */
    List<RestoreMethod> methods();

    /** Name of the way that most users take; what {@code way=usual} is. */
    String usualWay();

    /** The same for targets where another way is open. */
    default String usualWay(Target target) {
        return usualWay();
    }

    /** How to connect to the database of that name, which need not exist. */
    Endpoint endpoint(RunningTarget site, String name) throws IOException;

    /** Where on this machine's disks its databases lie, if they do; there already. */
    default Path directory(RunningTarget site) throws IOException {
        return site.workspace().data();
    }

    /** Whether there is anything of that name, be it half restored. */
    boolean exists(RunningTarget site, String name) throws IOException, SQLException;

    /** Makes an empty database. */
    void create(RunningTarget site, String name) throws IOException, SQLException;

    /**
     * Removes the database and all its files, in whatever state it is; does nothing where nothing is.
     *
     * @implSpec called in processes that had connections to it; all of them are closed.
     */
    void drop(RunningTarget site, String name) throws IOException, SQLException;

    /** What the database takes on disk, in bytes. */
    long size(RunningTarget site, String name) throws IOException, SQLException;

    /** Whether primary and foreign keys can only be declared when a table is created. */
    default boolean keysInTable() {
        return false;
    }

    /** All indexes of the user's tables, those of keys included, and whether each is in use. */
    default List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byMetaData(connection);
    }

    /** Page size of the database behind the connection, in bytes; empty where its pages are of several sizes. */
    default OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.empty();
    }

    /**
     * Says in one line what a failure of a restore means and what to do, where its own text does not.
     *
     * @return empty to have the text as it is
     */
    default Optional<String> explain(String failure) {
        return Optional.empty();
    }
}
