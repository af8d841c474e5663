package org.rowmark.workloads.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.rowmark.db.Dialect;

/** The check of the answers to {@link Dialect#ping} that a thread read. */
public final class PingVerifier {
    private static final int ANSWER = 1;

    private int wrong;

    /** Reads the current row. */
    public int read(ResultSet row) throws SQLException {
        int answer = row.getInt(1);
        wrong |= answer ^ ANSWER;
        return answer;
    }

    /**
     * Checks that all answers were right.
     *
     * @throws IllegalStateException if one was not
     */
    public void check() {
        if (wrong != 0) {
            throw new IllegalStateException(
                    "ping: expected the answer " + ANSWER + ", found another one in at least one operation");
        }
    }
}
