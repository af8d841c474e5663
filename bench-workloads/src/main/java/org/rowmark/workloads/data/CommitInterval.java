package org.rowmark.workloads.data;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.infra.Control;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.workload.WorkloadInfo.Precondition;

/** The transactions of a thread that writes single rows: autocommit, or a commit after so many rows. */
public final class CommitInterval {
    /** Autocommit. */
    public static final String EVERY = "every";

    public static final String VALUES = EVERY + "|" + ValidValues.POSITIVE;
    public static final String VALUES_IN_WORDS = EVERY + ", or " + ValidValues.A_POSITIVE_NUMBER;

    private final Session session;
    private final boolean commits;
    private final int rows;
    private final long rowsOfIteration;
    private int uncommitted;

    /** Rows to come in the iteration. */
    private long left;

    /**
     * Chooses the session's autocommit, for iterations that end when their time is up.
     *
     * @param session not used yet
     * @param value {@link #EVERY}, or the number of rows
     */
    public CommitInterval(Session session, String value) {
        this(session, value, Long.MAX_VALUE);
    }

    /**
     * Chooses the session's autocommit, for iterations of a number of rows.
     *
     * @param rowsOfIteration after which an iteration ends, at the latest
     */
    public CommitInterval(Session session, String value, long rowsOfIteration) {
        this.session = session;
        commits = !value.equals(EVERY);
        rows = commits ? Integer.parseInt(value) : 1;
        this.rowsOfIteration = rowsOfIteration;
        left = rowsOfIteration;
        session.choose(ConnectionMode.PLAIN, !commits);
    }

    /** Commits if this row ends an interval or the iteration. */
    public void written(Control control) throws SQLException {
        // When time is up, every row is committed: a thread that waits for the others may hold no lock of theirs.
        if (!commits) {
            return;
        }
        uncommitted++;
        left--;
        if (uncommitted == rows || left == 0 || control.stopMeasurement) {
            commit();
        }
    }

    /** Ends an iteration and what is open of a transaction. */
    public void end() throws SQLException {
        left = rowsOfIteration;
        if (commits) {
            commit();
        }
    }

    private void commit() throws SQLException {
        session.commit();
        uncommitted = 0;
    }

    /** The condition of a pool: it lends a connection for one operation, and a transaction of several keeps it. */
    public static final class PoolNeedsAutocommit implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            String commit = parameters.get("commit");
            return parameters.containsKey(Session.POOL) && !EVERY.equals(commit)
                    ? Optional.of("commit=" + commit + " needs a connection for several operations, and " + Session.POOL
                            + "=" + parameters.get(Session.POOL) + " lends one for each")
                    : Optional.empty();
        }
    }
}
