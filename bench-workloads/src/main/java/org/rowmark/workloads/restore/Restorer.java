package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/**
 * A product's whole databases beside the target's own, and the methods of restoring them. Registered with
 * {@code @AutoService(Restorer.class)} and found by {@link #of}. Stateless. Names of databases consist of lower-case
 * letters and underscores.
 */
public interface Restorer {
    /** The beginning of the names of databases that Rowmark creates, on servers that others may use. */
    String OURS = "rowmark_";

    /** @throws UsageException for the name of a database that Rowmark did not create */
    static void requireOurs(RunningTarget running, String name) {
        if (!name.startsWith(OURS)) {
            throw running.target()
                    .problem("the database " + name + " is not Rowmark's to remove; those begin with " + OURS);
        }
    }

    /** Returns the restorer of the database of that id; empty where Rowmark knows no method of restoring its backups. */
    static Optional<Restorer> of(String database) {
        return ServiceLoader.load(Restorer.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(restorer -> restorer.database().equals(database))
                .findFirst();
    }

    /** Returns the id of the product. */
    String database();

    /** Returns the methods of restoring a backup, by name; at least one. */
    List<RestoreMethod> methods();

    default Optional<RestoreMethod> method(String name) {
        return methods().stream().filter(method -> method.name().equals(name)).findFirst();
    }

    /** Returns the name of the method that most users take: the meaning of {@code way=usual}. */
    default String usualMethod() {
        return methods().get(0).name();
    }

    /** Returns the endpoint of the database of that name, which need not exist. */
    Endpoint endpoint(RunningTarget running, String name) throws IOException;

    /** Returns the directory of its databases, if it is on this machine; exists. */
    default Path directory(RunningTarget running) throws IOException {
        return running.workspace().data();
    }

    /** Returns whether there is a database of that name, even a half-restored one. */
    boolean exists(RunningTarget running, String name) throws IOException, SQLException;

    void create(RunningTarget running, String name) throws IOException, SQLException;

    /** Removes the database, to which no connection is open, and all its files; does nothing if there is none. */
    void drop(RunningTarget running, String name) throws IOException, SQLException;

    /**
     * Writes to the device what the server or the system still holds in memory of a restored database, so that it
     * survives a failure of the machine. Measured.
     */
    void sync(RunningTarget running, String name) throws IOException, SQLException;

    /** Returns the bytes on disk. */
    long size(RunningTarget running, String name) throws IOException, SQLException;

    /** Returns whether primary and foreign keys can only be declared when a table is created. */
    default boolean keysInTable() {
        return false;
    }

    /** Returns all indexes of user tables, those of keys included. */
    default List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byMetaData(connection);
    }

    /** Explains in one line the meaning of a failed restore and its remedy, where the failure's own text does not. */
    default Optional<String> explain(String failure) {
        return Optional.empty();
    }
}
