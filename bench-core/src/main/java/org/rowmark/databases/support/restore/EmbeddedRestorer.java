package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/**
 * Databases that are files of this machine, beside the target's own.
 *
 * <p>Their restores are done when the engine of this process has opened what came back and has let go of it: only then
 * it is known to be usable, and by another process too.
 */
public interface EmbeddedRestorer extends Restorer {
    /** What the endpoint's URL names; empty if that is no file that this process can reach. */
    Optional<EmbeddedUrl> url(RunningTarget site);

    /**
     * Where the database of that name is kept.
     *
     * @param site one that has a URL of a file
     */
    DatabaseFiles files(RunningTarget site, String name) throws IOException;

    @Override
    Endpoint endpoint(RunningTarget site, String name);

    /** What the product takes relative paths to be below. */
    default Path base(RunningTarget site) {
        return Path.of("");
    }

    /** That of the database that the URL names. */
    @Override
    default Path directory(RunningTarget site) throws IOException {
        Optional<EmbeddedUrl> url = url(site);
        return url.isPresent() ? url.get().file(base(site)).getParent() : Restorer.super.directory(site);
    }

    @Override
    default boolean exists(RunningTarget site, String name) throws IOException {
        return url(site).isPresent() && files(site, name).exist();
    }

    @Override
    default void create(RunningTarget site, String name) throws IOException, SQLException {
        Drivers.ask(endpoint(site, name), connection -> connection.isValid(1));
    }

    @Override
    default void drop(RunningTarget site, String name) throws IOException, SQLException {
        if (url(site).isPresent()) {
            Databases.named(site.target().database()).driver().release(endpoint(site, name));
            files(site, name).delete();
        }
    }

    @Override
    default long size(RunningTarget site, String name) throws IOException {
        return files(site, name).bytes();
    }

    /** Why no way is open there, as the end of "needs …". */
    default Optional<String> missing(RunningTarget site) {
        return url(site).isPresent()
                ? Optional.empty()
                : Optional.of("a database in files that this process opens; this one is at "
                        + site.endpoint().url());
    }

    /** Opens a database, does something if there is something to do, and lets go of it. */
    static void open(Endpoint endpoint, String... statements) throws IOException, SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IOException(ServerStarts.firstLine(e), e);
        } finally {
            Databases.named(endpoint.database()).driver().release(endpoint);
        }
    }

    /** The path as a text of SQL. */
    static String quoted(Path path) {
        return "'" + path.toAbsolutePath().toString().replace("'", "''") + "'";
    }

    /** @param wanted what a backup would be, for example {@code the zip file that BACKUP TO makes} */
    static UsageException noBackup(Path backup, String wanted) {
        return new UsageException("backup " + backup + " is not " + wanted);
    }
}
