package org.rowmark.workloads.restore.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.DatabaseFiles;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/**
 * Databases in files of this machine, beside the target's own.
 *
 * <p>A restore ends when the engine in this process has opened the restored database and released it: only then is it
 * known to be usable, also by another process.
 */
public abstract class EmbeddedRestorer implements Restorer {
    private final String database;
    private final String scheme;
    private final String suffix;

    /**
     * @param database id of the product
     * @param scheme as {@link EmbeddedUrl#of} takes it
     * @param suffix of the path of a database behind its name
     */
    protected EmbeddedRestorer(String database, String scheme, String suffix) {
        this.database = database;
        this.scheme = scheme;
        this.suffix = suffix;
    }

    @Override
    public final String database() {
        return database;
    }

    /** Parses the URL of the target's own database; empty if it names no file that this process can open. */
    protected Optional<EmbeddedUrl> url(RunningTarget running) {
        return EmbeddedUrl.of(scheme, running.endpoint().url());
    }

    /** Returns the URL of the database of that name, where the target has a URL of a file. */
    protected EmbeddedUrl url(RunningTarget running, String name) {
        return url(running).orElseThrow().beside(name + suffix);
    }

    /** Returns the files of the database of that name, where the target has a URL of a file. */
    protected abstract DatabaseFiles files(RunningTarget running, String name) throws IOException;

    /** Finds what a method lacks on that target, as {@link RestoreMethod#missing} does. */
    protected Optional<String> missing(RunningTarget running, String method) {
        return url(running).isPresent()
                ? Optional.empty()
                : Optional.of("a database in files that this process opens; this one is at "
                        + running.endpoint().url());
    }

    /** Returns the directory that relative paths of the product start from. */
    protected Path base(RunningTarget running) {
        return Path.of("");
    }

    @Override
    public final Endpoint endpoint(RunningTarget running, String name) {
        return running.endpoint().at(url(running, name).toString());
    }

    /** Returns the path in the URL of the database of that name. */
    protected final Path path(RunningTarget running, String name) {
        return url(running, name).file(base(running));
    }

    @Override
    public final Path directory(RunningTarget running) throws IOException {
        Optional<EmbeddedUrl> url = url(running);
        return url.isPresent() ? url.get().file(base(running)).getParent() : Restorer.super.directory(running);
    }

    @Override
    public final boolean exists(RunningTarget running, String name) throws IOException {
        return url(running).isPresent() && files(running, name).exist();
    }

    @Override
    public void create(RunningTarget running, String name) throws IOException, SQLException {
        Drivers.query(endpoint(running, name), connection -> connection.isValid(1));
    }

    @Override
    public final void drop(RunningTarget running, String name) throws IOException, SQLException {
        if (url(running).isPresent()) {
            release(endpoint(running, name));
            files(running, name).delete();
        }
    }

    @Override
    public final void sync(RunningTarget running, String name) throws IOException {
        files(running, name).sync();
    }

    @Override
    public final long size(RunningTarget running, String name) throws IOException {
        return files(running, name).bytes();
    }

    /** Opens a database, executes the statements, if any, and releases it, even if it could not be opened. */
    protected static void open(Endpoint endpoint, String... statements) throws IOException, SQLException {
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
    public static String quoted(Path path) {
        return "'" + path.toAbsolutePath().toString().replace("'", "''") + "'";
    }

    /** @param wanted description of a backup, for example {@code the zip file that BACKUP TO makes} */
    protected static UsageException noBackup(Path backup, String wanted) {
        return new UsageException("backup " + backup + " is not " + wanted);
    }

    /** Makes a backup, as {@link RestoreMethod#backUp} does. */
    @FunctionalInterface
    protected interface BackUp {
        void make(RunningTarget running, String source, Path backup) throws IOException, SQLException;
    }

    /** Prepares a restore, as {@link RestoreMethod#prepare} does. */
    @FunctionalInterface
    protected interface Preparation {
        PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException;
    }

    /** Returns a method of the components that {@link RestoreMethod} describes. */
    protected final RestoreMethod method(
            String name,
            String meaning,
            String format,
            BackUp backUp,
            Preparation preparation,
            RestoreJob.Option... choices) {
        return new EmbeddedRestoreMethod(this, name, meaning, format, backUp, preparation, Set.of(choices));
    }

    private record EmbeddedRestoreMethod(
            EmbeddedRestorer restorer,
            String name,
            String meaning,
            String format,
            BackUp backUp,
            Preparation preparation,
            Set<RestoreJob.Option> choices)
            implements RestoreMethod {

        @Override
        public Optional<String> missing(RunningTarget running) {
            return restorer.missing(running, name);
        }

        @Override
        public void backUp(RunningTarget running, String source, Path file) throws IOException, SQLException {
            backUp.make(running, source, file);
        }

        @Override
        public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
            return preparation.prepare(running, job);
        }
    }

    /**
     * The URL of an embedded database in files.
     *
     * @param path of the database, in the form of the product
     * @param attributes the part after the path, with the separator
     */
    protected record EmbeddedUrl(String scheme, String path, String attributes) {
        /** A path, which does not begin with the name of another storage such as {@code mem:}; a drive has one letter. */
        private static final String PATH = "((?!\\w{2,}:|:|//)[^;?]+)";

        /** Parses a URL, given a pattern of the part before the path; empty if it names no file. */
        public static Optional<EmbeddedUrl> of(String scheme, String url) {
            Matcher parts = Pattern.compile("(" + scheme + ")" + PATH + "(.*)").matcher(url);
            return parts.matches()
                    ? Optional.of(new EmbeddedUrl(parts.group(1), parts.group(2), parts.group(3)))
                    : Optional.empty();
        }

        /** Removes the attribute of that name, whatever its value: {@code ;name=value}. */
        public EmbeddedUrl without(String name) {
            return new EmbeddedUrl(scheme, path, attributes.replaceAll("(?i);" + Pattern.quote(name) + "=[^;]*", ""));
        }

        /**
         * Returns the URL of another database, in a file below the directory of this one.
         *
         * @throws UsageException if the database of this URL has that name
         */
        public EmbeddedUrl beside(String file) {
            int end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
            String own = path.substring(end).toLowerCase(Locale.ROOT);
            String name = file.split("[/.]", 2)[0];
            if (own.equals(name) || own.startsWith(name + ".")) {
                throw new UsageException("the database at " + path
                        + " has the name that Rowmark gives to one of its own; name it otherwise");
            }
            return new EmbeddedUrl(scheme, path.substring(0, end) + file, attributes);
        }

        /** @param base the directory that relative paths of the product start from */
        public Path file(Path base) {
            String home = System.getProperty("user.home");
            String real = path.equals("~") || path.startsWith("~/") ? home + path.substring(1) : path;
            return base.resolve(real).toAbsolutePath().normalize();
        }

        @Override
        public String toString() {
            return scheme + path + attributes;
        }
    }
}
