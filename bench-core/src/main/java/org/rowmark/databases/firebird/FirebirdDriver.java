package org.rowmark.databases.firebird;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.firebirdsql.gds.ISCConstants;
import org.rowmark.databases.support.query.KnownFailures;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverAdapter;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;

/** An adapter to Jaybird, which reaches servers by itself, or through Firebird's client library and JNA. */
public final class FirebirdDriver implements DriverAdapter {
    private static final String DELETED = "cannot update erased record";

    private static final String CONNECT_SECONDS = "30";

    /** Newer drivers need a library for this that is not on Maven Central. */
    private static final List<String> WITH_LIBRARY =
            List.of("org.firebirdsql.jdbc:jaybird:5.0.12.java11", "net.java.dev.jna:jna-jpms:5.19.1");

    private static final Pattern NATIVE = Pattern.compile("jdbc:firebird(sql)?:(native|local|embedded):");

    /** Keeps the engine loaded until the JVM ends: unloading crashes where it has also been a client of a server. */
    private static final String NO_SHUTDOWN = "org.firebirdsql.nativeResourceShutdownDisabled";

    /** Failures of connections, with the same texts from programs, services and the driver. */
    public static final KnownFailures FAILURES = new KnownFailures(
            "Your user name and password are not defined",
            "the server refused the user's name or password; correct the target's user and password",
            "Page size specified \\((\\d+)\\) greater than limit",
            "this version of Firebird has no pages of $1 bytes; use 4096, 8192 or 16384 (32768 from version 4 on)",
            "number of buffers which is out of acceptable range \\[(\\d+):(\\d+)\\]",
            "Firebird takes $1 to $2 page buffers",
            "No space left on device",
            "the disk is full: the database, or a temporary file of an index, did not fit; name another"
                    + " directory with --data-dir",
            "Error reading data from the connection",
            "the server broke the connection: it was ended, or crashed, while it restored",
            "Use of database at location (\\S+) is not allowed by server configuration",
            "the server is configured (DatabaseAccess) to open no database at $1");

    /** Returns whether the URL has the driver load the client library, be it for a server or for a file. */
    static boolean isNative(String url) {
        return NATIVE.matcher(url).lookingAt();
    }

    /** Returns another driver for native URLs: the bundled one takes "embedded" for the name of a host. */
    @Override
    public List<String> coordinates(Target target) {
        return target.url().filter(FirebirdDriver::isNative).isPresent() ? WITH_LIBRARY : List.of();
    }

    @Override
    public Optional<String> explain(SQLException failure) {
        return FAILURES.explain(String.valueOf(failure.getMessage()));
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

    /** Returns the explained plan, by a method that other versions of the driver have, too. */
    @Override
    public Optional<String> plan(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return Optional.of(String.valueOf(MethodUtils.invokeMethod(statement, "getExplainedExecutionPlan"))
                            .strip())
                    .filter(plan -> !plan.isEmpty());
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    @Override
    public void prepare(Endpoint endpoint) {
        if (isNative(endpoint.url())) {
            System.setProperty(NO_SHUTDOWN, "true");
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
