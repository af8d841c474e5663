package org.rowmark.workloads.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * The statements of a file on a connection. One that is prepared is so when it is executed first; others are sent as text
 * each time.
 */
public final class ScriptRun implements AutoCloseable {
    private final Connection connection;
    private final boolean hasSeveralResults;
    private final boolean isTransaction;
    private final boolean preparesAll;
    private final List<Step> steps = new ArrayList<>();

    /** @param preparesAll whether statements are prepared that have no parameters, too, where they can be */
    ScriptRun(Connection connection, List<SqlStatement> statements, boolean preparesAll) throws SQLException {
        this.connection = connection;
        this.preparesAll = preparesAll;
        this.hasSeveralResults = connection.getMetaData().supportsMultipleResultSets();
        this.isTransaction = !connection.getAutoCommit();
        int first = 0;
        for (SqlStatement statement : statements) {
            steps.add(new Step(statement, first));
            first += statement.parameters();
        }
    }

    /**
     * Executes all statements in their order and reads every value of all rows.
     *
     * @param values of the parameters
     * @return a number made of all values, for the compiler
     * @throws SQLException naming the statement
     */
    public long run(List<Object> values) throws SQLException {
        long all = 0;
        for (Step step : steps) {
            all += step.execute(values, step::drain);
        }
        commit();
        return all;
    }

    /** Executes the statements, and returns the result of each. */
    List<Result> results(List<Object> values) throws SQLException {
        List<Result> results = new ArrayList<>();
        for (Step step : steps) {
            List<Result> ofStep = new ArrayList<>();
            step.execute(values, rows -> {
                ofStep.add(Result.of(rows, step.statement.isOrdered()));
                return 0L;
            });
            results.add(ofStep.stream().reduce(Result::plus).orElse(Result.NONE));
        }
        commit();
        return results;
    }

    private void commit() throws SQLException {
        if (isTransaction) {
            connection.commit();
        }
    }

    @Override
    public void close() throws SQLException {
        for (Step step : steps) {
            step.close();
        }
    }

    /** A statement, and the first of its values. */
    private final class Step {
        private final SqlStatement statement;
        private final int first;
        private final Map<Integer, ValueReader> readersByResult = new HashMap<>();
        private Statement open;
        private PreparedStatement prepared;
        private int result;

        Step(SqlStatement statement, int first) {
            this.statement = statement;
            this.first = first;
        }

        long execute(List<Object> values, FailableFunction<ResultSet, Long, SQLException> reader) throws SQLException {
            try {
                return read(start(values), reader);
            } catch (SQLException e) {
                throw statement.failed(e);
            }
        }

        private boolean start(List<Object> values) throws SQLException {
            if (open == null) {
                prepared = prepared();
                open = prepared == null ? connection.createStatement() : prepared;
            }
            if (prepared == null) {
                return open.execute(statement.text());
            }
            bind(prepared, statement.parameters(), values.subList(first, first + statement.parameters()));
            return prepared.execute();
        }

        /** Returns null for a statement that is sent as text: as such, a wrong one fails with its own error. */
        private PreparedStatement prepared() throws SQLException {
            boolean hasParameters = statement.parameters() > 0;
            if (!hasParameters && !(preparesAll && statement.isPreparable())) {
                return null;
            }
            try {
                return connection.prepareStatement(statement.text());
            } catch (SQLException e) {
                if (hasParameters) {
                    throw e;
                }
                return null;
            }
        }

        private long read(boolean isRows, FailableFunction<ResultSet, Long, SQLException> reader) throws SQLException {
            boolean hasRows = isRows;
            long all = 0;
            result = 0;
            do {
                if (hasRows) {
                    try (ResultSet rows = open.getResultSet()) {
                        all += reader.apply(rows);
                    }
                } else if (result > 0 && open.getUpdateCount() < 0) {
                    return all;
                }
                result++;
                hasRows = hasSeveralResults && open.getMoreResults();
            } while (hasSeveralResults);
            return all;
        }

        private long drain(ResultSet rows) throws SQLException {
            ValueReader reader = readersByResult.get(result);
            if (reader == null) {
                reader = new ValueReader(rows.getMetaData());
                readersByResult.put(result, reader);
            }
            return reader.read(rows);
        }

        void close() throws SQLException {
            if (open != null) {
                open.close();
            }
        }
    }

    /** Binds the first values to all parameters of a statement. */
    static void bind(PreparedStatement statement, int parameters, List<Object> values) throws SQLException {
        for (int i = 0; i < parameters; i++) {
            statement.setObject(i + 1, values.get(i));
        }
    }
}
