package org.rowmark.databases.sqlserver;

import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverAdapter;
import org.rowmark.targets.Endpoint;

/** Properties, log and errors of Microsoft's driver. */
final class SqlServerDriver implements DriverAdapter {
    /** Referenced here: a logger that is garbage-collected loses its level. */
    private static final Logger LOG = Logger.getLogger("com.microsoft.sqlserver.jdbc");

    private static final String CANCEL_SECONDS = "10";

    private static final Pattern IDENTIFIER = Pattern.compile("\\s*ClientConnectionId:[0-9a-fA-F-]+");

    private static final String TLS_ADVICE = "; the driver requires TLS unless set otherwise: add to the url"
            + " ;encrypt=false to do without, ;trustServerCertificate=true to take any certificate, or ;trustStore="
            + " with the certificate's issuer";

    /** Prepares a statement once on a connection, also where it is closed between, as with a pool. */
    private static final Map<String, String> SERVER_PREPARED = Map.of(
            "enablePrepareOnFirstPreparedStatementCall", "true",
            "disableStatementPooling", "false",
            "statementPoolingCacheSize", "250");

    /** Selects a server cursor, without which a fetch size is ignored, and bulk copy for batches of inserts. */
    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return switch (mode) {
            case CURSOR_FETCH -> Map.of("selectMethod", "cursor");
            case SERVER_PREPARED -> SERVER_PREPARED;
            case BUFFERING -> Map.of("responseBuffering", "full");
            case STREAMING -> Map.of("responseBuffering", "adaptive");
            case BULK_LOAD -> Map.of("useBulkCopyForBatchInsert", "true");
            case PLAIN, BATCH_REWRITE -> Map.of();
        };
    }

    /** Includes the wait for the answer to a cancel, which some servers do not give in the middle of a statement. */
    @Override
    public Map<String, String> limits(Duration limit) {
        return Map.of(
                "socketTimeout", Long.toString(Math.min(limit.toMillis(), Integer.MAX_VALUE)),
                "queryTimeout", Long.toString(limit.toSeconds()),
                "cancelQueryTimeout", CANCEL_SECONDS);
    }

    @Override
    public Optional<String> plan(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set showplan_text on");
            try {
                statement.execute(sql); // whose first result is its own text
                StringJoiner plan = new StringJoiner("\n");
                while (statement.getMoreResults()) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            plan.add(rows.getString(1));
                        }
                    }
                }
                return Optional.of(plan.toString()).filter(text -> !text.isEmpty());
            } finally {
                statement.execute("set showplan_text off");
            }
        }
    }

    /** Switches off the driver's log, which repeats what it throws, unless the user has set a level. */
    @Override
    public void prepare(Endpoint endpoint) {
        if (LOG.getLevel() == null) {
            LOG.setLevel(Level.OFF);
        }
    }

    /** Removes the driver's identifier of the connection, and adds advice to errors of TLS, in whatever language. */
    @Override
    public Optional<String> explain(SQLException failure) {
        String reason = "";
        boolean tls = String.valueOf(failure.getMessage()).contains("(SSL)");
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            tls |= cause instanceof SSLException || cause instanceof GeneralSecurityException;
            reason = cause.getMessage() == null ? reason : cause.getMessage();
        }
        String line = IDENTIFIER
                .matcher(reason)
                .replaceAll("")
                .replaceAll("\\s+", " ")
                .strip();
        if (tls) {
            return Optional.of("no TLS connection: " + line + TLS_ADVICE);
        }
        return line.equals(reason) ? Optional.empty() : Optional.of(line);
    }
}
