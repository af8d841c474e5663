package org.rowmark.databases.firebird;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.lang3.function.Failable;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.firebirdsql.gds.ISCConstants;
import org.rowmark.databases.support.restore.KnownFailures;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Drivers;
import org.rowmark.process.Guardian;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UsageException;

/**
 * An adapter to Jaybird, which reaches servers by itself, and servers or files through Firebird's client library and JNA.
 * The library has the engine in it.
 *
 * <p>The library takes its root from the environment of its process when it is loaded, once. A fork measures one target
 * and takes that target's root. The orchestrating process may open several embedded databases one after the other, and
 * outlive their files: it gets a root of its own, in which each database has its target's settings.
 */
public final class FirebirdDriver implements DriverAdapter {
    private static final String DELETED = "cannot update erased record";

    private static final String CONNECT_SECONDS = "30";

    /** Newer drivers need a library for this that is not on Maven Central. */
    private static final List<String> WITH_LIBRARY =
            List.of("org.firebirdsql.jdbc:jaybird:5.0.12.java11", "net.java.dev.jna:jna-jpms:5.19.1");

    private static final Pattern NATIVE = Pattern.compile("jdbc:firebird(sql)?:(native|local|embedded):");

    /** Connection property that carries the target's root to forks; the driver ignores it. */
    static final String ROOT = "rowmark.firebird.root";

    /**
     * Keeps the driver from unloading the engine at the end of the JVM, which crashes where the same library has also
     * been a client of a server.
     */
    private static final String NO_SHUTDOWN = "org.firebirdsql.nativeResourceShutdownDisabled";

    /** Failures with the same texts from programs, services and the driver. */
    public static final KnownFailures FAILURES = KnownFailures.of(
            "Expected backup version 1\\.\\.(\\d+)\\.\\s*Found (\\d+)",
            "a newer gbak made the backup: its format is $2, and this version reads formats up to $1;"
                    + " restore it on the version of Firebird that made it, or a later one",
            "expected backup description record",
            "the file is no backup by gbak; name one that gbak -b or a backup manager made",
            "Your user name and password are not defined",
            "the server refused the user's name or password; correct the target's user and password",
            "Page size specified \\((\\d+)\\) greater than limit",
            "this version of Firebird has no pages of $1 bytes; use 4096, 8192 or 16384 (32768 from" + " version 4 on)",
            "expected page size, encountered \"?(\\d+)",
            "no version of Firebird has pages of $1 bytes; use 4096, 8192 or 16384 (32768 from version 4" + " on)",
            "number of buffers which is out of acceptable range \\[(\\d+):(\\d+)\\]",
            "Firebird takes $1 to $2 page buffers",
            "No space left on device",
            "the disk is full: the database, or a temporary file of an index, did not fit; name another"
                    + " directory with --data-dir",
            "Backup incomplete|service thread requested stdin data|restore ended before it was complete",
            "the backup ends in the middle: it was cut short when it was made or copied",
            "Error reading data from the connection",
            "the server broke the connection: it was ended, or crashed, while it restored",
            "cannot open backup file (\\S+)",
            "the server cannot open the backup $1: its user must be able to read the file and to enter every"
                    + " directory above it",
            "Use of database at location (\\S+) is not allowed by server configuration",
            "the server is configured (DatabaseAccess) to open no database at $1");

    /** The names that drivers know the client library by. */
    private static final List<String> LIBRARIES = List.of("fbclient", "fbembed");

    /** Databases that this process, the orchestrating one, opens, with their settings; empty in forks. */
    private static final Map<Path, Map<String, String>> OPENED = new LinkedHashMap<>();

    private static Optional<Path> ownRoot = Optional.empty();
    private static boolean prepared;

    /** Returns whether the URL has the driver load the client library, be it for a server or for a file. */
    static boolean isNative(String url) {
        return NATIVE.matcher(url).lookingAt();
    }

    /** Returns the path in a native URL of a file. */
    static Path file(String url) {
        return Path.of(NATIVE.matcher(url).replaceFirst("").replaceFirst("[?;].*", ""));
    }

    /** Returns another driver for native URLs: the bundled one takes "embedded" for the name of a host. */
    @Override
    public List<String> coordinates(Target target) {
        boolean isNative = target.server() == ServerKind.EMBEDDED
                || target.url().filter(FirebirdDriver::isNative).isPresent();
        return isNative ? WITH_LIBRARY : List.of();
    }

    @Override
    public Optional<String> explain(SQLException failure) {
        return FAILURES.explain(String.valueOf(failure.getMessage()));
    }

    /** Gives a database the settings in this process that it has in forks by their root. */
    static synchronized void open(
            FirebirdInstallation installation, Workspace workspace, Path database, Map<String, String> settings)
            throws IOException {
        OPENED.put(database, settings);
        ownRoot(installation, workspace).publish(OPENED);
    }

    /** Returns the root of this process, made before anything loads the library, which reads it once. */
    static synchronized FirebirdRoot ownRoot(FirebirdInstallation installation, Workspace workspace)
            throws IOException {
        boolean first = ownRoot.isEmpty();
        if (first) {
            Path directory = Files.createTempDirectory(Guardian.PREFIX + "firebird-");
            Guardian.makes(directory);
            ShutdownActions.register(
                    ShutdownActions.Stage.FILES, () -> Failable.run(() -> PathUtils.deleteDirectory(directory)));
            ownRoot = Optional.of(directory);
        }
        FirebirdRoot root = new FirebirdRoot(installation, ownRoot.get(), workspace.log());
        if (first) {
            root.create();
            root.configure(Map.of(), Map.of());
        }
        return root;
    }

    /** Concerns connections over TCP only. */
    @Override
    public Map<String, String> limits(Duration limit) {
        return Map.of(
                "connectTimeout",
                CONNECT_SECONDS,
                "soTimeout",
                Long.toString(Math.min(limit.toMillis(), Integer.MAX_VALUE)));
    }

    /** Buffers a result that can be scrolled, which the driver keeps in memory. */
    @Override
    public PreparedStatement prepareQuery(Connection connection, String sql, ConnectionMode mode) throws SQLException {
        return mode == ConnectionMode.BUFFERING
                ? connection.prepareStatement(sql, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)
                : DriverAdapter.super.prepareQuery(connection, sql, mode);
    }

    /** Returns the explained plan of Firebird 3 and later, otherwise the short one; drivers of both have the methods. */
    @Override
    public Optional<String> plan(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (String method : List.of("getExplainedExecutionPlan", "getExecutionPlan")) {
                try {
                    String plan = String.valueOf(MethodUtils.invokeMethod(statement, method));
                    if (!plan.isBlank()) {
                        return Optional.of(plan.strip());
                    }
                } catch (ReflectiveOperationException e) {
                    // the next one
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Makes this process ready for the client library, where the URL has the driver load it.
     *
     * @throws UsageException if the driver's jars lack JNA
     */
    @Override
    public void prepare(Endpoint endpoint) {
        if (isNative(endpoint.url())) {
            prepareOnce(endpoint);
        }
    }

    private static synchronized void prepareOnce(Endpoint endpoint) {
        System.setProperty(NO_SHUTDOWN, "true");
        Optional<Path> root = ownRoot.or(
                () -> Optional.ofNullable(endpoint.properties().get(ROOT)).map(Path::of));
        if (root.isPresent() && !prepared) {
            prepareLibrary(root.get(), Drivers.classLoader(endpoint));
            prepared = true;
        }
    }

    /** Sets search path and environment of the library by the driver's JNA, the same that will load the library. */
    private static void prepareLibrary(Path root, ClassLoader driver) {
        try {
            Class<?> jna = Class.forName("com.sun.jna.NativeLibrary", true, driver);
            for (String library : LIBRARIES) {
                MethodUtils.invokeStaticMethod(
                        jna, "addSearchPath", library, root.resolve("lib").toString());
            }
            // Java cannot change the environment of its own process, the C library can
            Object process = MethodUtils.invokeStaticMethod(jna, "getProcess");
            Object setenv = MethodUtils.invokeMethod(process, "getFunction", "setenv");
            for (Map.Entry<String, String> variable :
                    FirebirdRoot.environment(root).entrySet()) {
                Object[] arguments = {variable.getKey(), variable.getValue(), 1};
                MethodUtils.invokeExactMethod(
                        setenv, "invokeInt", new Object[] {arguments}, new Class<?>[] {Object[].class});
            }
        } catch (ClassNotFoundException e) {
            throw new UsageException(
                    "Firebird's embedded form needs JNA beside the driver; give both as driver: " + WITH_LIBRARY, e);
        } catch (InvocationTargetException e) {
            throw new UsageException("this process cannot be made ready for Firebird: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("JNA without its usual methods", e);
        }
    }

    /** Also if another transaction has deleted the row, for which Firebird has no error code of its own. */
    @Override
    public boolean mayRepeat(SQLException failure) {
        boolean isDeleted = failure.getErrorCode() == ISCConstants.isc_random
                && String.valueOf(failure.getMessage()).startsWith(DELETED);
        return isDeleted || DriverAdapter.super.mayRepeat(failure);
    }
}
