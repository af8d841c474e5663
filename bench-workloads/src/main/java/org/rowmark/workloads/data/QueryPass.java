package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fork.ForkSignals;

/**
 * One pass over queries on a connection, one after the other, with the time of each and the CPU time of the server
 * during it. The latter is read between queries, if the run counts; neither the times of queries nor what is computed of
 * them includes the reading. The score is the geometric mean of these times: a query that takes 1 % of a pass counts as
 * much as one that takes 90 %.
 */
public final class QueryPass implements AutoCloseable {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double MILLIS_PER_SECOND = TimeUnit.SECONDS.toMillis(1);

    /** The answers of a pass. */
    public interface Answers {
        /** Forgets the answers of the pass before. */
        void begin();

        /** Adds the one row of a statement of a query, by its place. */
        void add(int query, ResultSet row) throws SQLException;

        /**
         * Compares the answers with those that the queries must give.
         *
         * @throws IllegalStateException with both answers of each query that differs
         */
        void check() throws SQLException;
    }

    private final List<String> names;
    private final Answers answers;
    private final PreparedStatement[][] statements;
    private final long[] starts;
    private final long[] ends;
    private final OptionalLong[] serverCpu;

    private QueryPass(List<String> names, Answers answers, PreparedStatement[][] statements) {
        this.names = names;
        this.answers = answers;
        this.statements = statements;
        this.starts = new long[names.size()];
        this.ends = new long[names.size()];
        this.serverCpu = new OptionalLong[names.size() + 1];
    }

    /**
     * Prepares all statements.
     *
     * @param queries statements by the name of their query, in the order of a pass; each returns one row
     */
    public static QueryPass prepare(Map<String, List<String>> queries, Answers answers, Connection connection)
            throws SQLException {
        List<PreparedStatement[]> statements = new ArrayList<>();
        for (List<String> texts : queries.values()) {
            List<PreparedStatement> prepared = new ArrayList<>();
            for (String sql : texts) {
                prepared.add(connection.prepareStatement(sql));
            }
            statements.add(prepared.toArray(PreparedStatement[]::new));
        }
        return new QueryPass(List.copyOf(queries.keySet()), answers, statements.toArray(PreparedStatement[][]::new));
    }

    /** Forgets the answers of the pass before. */
    public void begin() {
        answers.begin();
    }

    /** Executes all queries and reads their answers. */
    public Answers run() throws SQLException {
        for (int query = 0; query < statements.length; query++) {
            serverCpu[query] = CounterWindow.serverCpuMillis();
            starts[query] = System.nanoTime();
            for (PreparedStatement statement : statements[query]) {
                try (ResultSet row = statement.executeQuery()) {
                    if (row.next()) { // without a row the check reports that the answer is another one
                        answers.add(query, row);
                    }
                }
            }
            ends[query] = System.nanoTime();
        }
        serverCpu[statements.length] = CounterWindow.serverCpuMillis();
        return answers;
    }

    /** Reports the times of each query, a phase of the pass, their geometric mean as the score, and their sum. */
    public void report() {
        double sum = 0;
        double logarithms = 0;
        for (int query = 0; query < ends.length; query++) {
            double elapsed = Math.max(1, ends[query] - starts[query]) / NANOS_PER_SECOND;
            sum += elapsed;
            logarithms += Math.log(elapsed);
            ForkSignals.metric("phase." + names.get(query), elapsed, "s");
            OptionalLong before = serverCpu[query];
            OptionalLong after = serverCpu[query + 1];
            if (before.isPresent() && after.isPresent()) {
                double seconds = (after.getAsLong() - before.getAsLong()) / MILLIS_PER_SECOND;
                ForkSignals.metric("phase-cpu." + names.get(query), seconds, "s");
            }
        }
        ForkSignals.metric(ForkSignals.SCORE, Math.exp(logarithms / ends.length), "s/query");
        ForkSignals.metric("pass", sum, "s/pass");
    }

    /** @throws IllegalStateException as {@link Answers#check} */
    public void check() throws SQLException {
        answers.check();
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement[] ofQuery : statements) {
            for (PreparedStatement statement : ofQuery) {
                statement.close();
            }
        }
    }
}
