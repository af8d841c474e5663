package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.util.Await;

/**
 * InnoDB's buffer pool. It comes to its new size after the statement that sets it has returned; another size that is
 * set meanwhile is ignored with a warning.
 */
final class MySqlBufferPool {
    private static final String VARIABLE = MySqlSettings.variable("innodb_buffer_pool_size");
    private static final String PAGES = "Innodb_buffer_pool_pages_total";
    private static final String RESIZE = "Innodb_buffer_pool_resize_status";

    /** When nothing goes on: nothing is said, or "Completed …", "not started", "Size did not change". */
    private static final Pattern AT_REST = Pattern.compile("|Completed.*|.*\\bnot\\b.*", Pattern.CASE_INSENSITIVE);

    /** What the server keeps for itself of the size that is set. */
    private static final double OVERHEAD = 0.03;

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private MySqlBufferPool() {}

    /**
     * Waits until the buffer pool has the size that was set last.
     *
     * @param variable what was set; there is nothing to wait for if it is another one
     */
    static void awaitSize(Connection connection, String variable) throws SQLException {
        if (!variable.equals(VARIABLE)) {
            return;
        }
        double wanted =
                Double.parseDouble(ServerInfoQueries.value(connection, "select " + VARIABLE + " / @@innodb_page_size"));
        if (!Await.until(() -> isThere(status(connection), wanted), LIMIT, BETWEEN_LOOKS)) {
            throw new SQLException("the buffer pool has not come to its size within " + LIMIT.toSeconds() + " s: "
                    + status(connection).get(RESIZE));
        }
    }

    private static boolean isThere(Map<String, String> status, double wanted) {
        double pages = Double.parseDouble(status.get(PAGES));
        return Math.abs(pages - wanted) <= wanted * OVERHEAD
                && AT_REST.matcher(status.getOrDefault(RESIZE, "")).matches();
    }

    private static Map<String, String> status(Connection connection) throws SQLException {
        return ServerInfoQueries.pairs(
                connection,
                "show global status where variable_name in (" + ServerInfoQueries.quoted(List.of(PAGES, RESIZE)) + ")");
    }
}
