package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * Databases in files of this machine, beside the target's own.
 *
 * <p>A restore ends when the engine in this process has opened the restored database and released it: only then is it
 * known to be usable, also by another process.
 */
public interface EmbeddedRestorer extends Restorer {
    /** Parses the URL of the target's own database; empty if it names no file that this process can open. */
    Optional<EmbeddedUrl> url(RunningTarget running);

    /**
     * Returns the URL of the database of that name.
     *
     * @param running has a URL of a file
     */
    EmbeddedUrl url(RunningTarget running, String name);

    /**
     * Returns the files of the database of that name.
     *
     * @param running has a URL of a file
     */
    DatabaseFiles files(RunningTarget running, String name) throws IOException;

    /** Finds what a method lacks on that target, as {@link RestoreMethod#missing} does. */
    default Optional<String> missing(RunningTarget running, String method) {
        return url(running).isPresent()
                ? Optional.empty()
                : Optional.of("a database in files that this process opens; this one is at "
                        + running.endpoint().url());
    }

    /** Returns the directory that relative paths of the product start from. */
    default Path base(RunningTarget running) {
        return Path.of("");
    }

    @Override
    default Endpoint endpoint(RunningTarget running, String name) {
        return running.endpoint().at(url(running, name).toString());
    }

    /** Returns the path in the URL of the database of that name. */
    default Path path(RunningTarget running, String name) {
        return url(running, name).file(base(running));
    }

    /** Returns the directory of the target's own database. */
    @Override
    default Path directory(RunningTarget running) throws IOException {
        Optional<EmbeddedUrl> url = url(running);
        return url.isPresent() ? url.get().file(base(running)).getParent() : Restorer.super.directory(running);
    }

    @Override
    default boolean exists(RunningTarget running, String name) throws IOException {
        return url(running).isPresent() && files(running, name).exist();
    }

    @Override
    default void create(RunningTarget running, String name) throws IOException, SQLException {
        Drivers.query(endpoint(running, name), connection -> connection.isValid(1));
    }

    @Override
    default void drop(RunningTarget running, String name) throws IOException, SQLException {
        if (url(running).isPresent()) {
            release(endpoint(running, name));
            files(running, name).delete();
        }
    }

    @Override
    default void sync(RunningTarget running, String name) throws IOException {
        files(running, name).sync();
    }

    @Override
    default long size(RunningTarget running, String name) throws IOException {
        return files(running, name).bytes();
    }

    /** Opens a database, executes the statements, if any, and releases it, even if it could not be opened. */
    static void open(Endpoint endpoint, String... statements) throws IOException, SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            Sql.execute(connection, statements);
        } catch (SQLException e) {
            throw new IOException(Sql.reason(e), e);
        } finally {
            release(endpoint);
        }
    }

    private static void release(Endpoint endpoint) throws SQLException {
        Databases.named(endpoint.database()).driver().release(endpoint);
    }

    /** Quotes a path as a string literal of SQL. */
    static String quoted(Path path) {
        return "'" + path.toAbsolutePath().toString().replace("'", "''") + "'";
    }

    /** @param wanted description of a backup, for example {@code the zip file that BACKUP TO makes} */
    static UsageException noBackup(Path backup, String wanted) {
        return new UsageException("backup " + backup + " is not " + wanted);
    }

    /** A method of restoring an embedded database; the components are what {@link RestoreMethod} describes. */
    record EmbeddedRestoreMethod(
            EmbeddedRestorer restorer,
            String name,
            String meaning,
            String format,
            Set<RestoreOption> choices,
            Backup backup,
            Preparation preparation)
            implements RestoreMethod {

        /** See {@link RestoreMethod#backUp}. */
        @FunctionalInterface
        public interface Backup {
            void make(RunningTarget running, String source, Path backup) throws IOException, SQLException;
        }

        /** See {@link RestoreMethod#prepare}. */
        @FunctionalInterface
        public interface Preparation {
            PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException;
        }

        @Override
        public Optional<String> missing(RunningTarget running) {
            return restorer.missing(running, name);
        }

        @Override
        public void backUp(RunningTarget running, String source, Path file) throws IOException, SQLException {
            backup.make(running, source, file);
        }

        @Override
        public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
            return preparation.prepare(running, job);
        }
    }
}
