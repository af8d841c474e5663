package org.rowmark.workloads.sql;

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
    private final Transactions transactions;
    private final boolean hasSeveralResults;
    private final boolean preparesAll;
    private final List<Step> steps = new ArrayList<>();
    private final List<Unit<Step>> units;

    /** The refusal of a failure after which a unit is not repeated. */
    @FunctionalInterface
    interface Failures {
        /** @throws SQLException the failure, unless another attempt may help */
        void accept(SQLException failure) throws SQLException;
    }

    /**
     * @param preparesAll whether statements are prepared that have no parameters, too, where they can be
     * @param isMix whether begin and commit are those of the connection, and not sent
     */
    ScriptRun(Transactions transactions, List<BoundStatement> statements, boolean preparesAll, boolean isMix)
            throws SQLException {
        this.transactions = transactions;
        this.preparesAll = preparesAll;
        this.hasSeveralResults = transactions.connection().getMetaData().supportsMultipleResultSets();
        for (BoundStatement statement : statements) {
            steps.add(new Step(statement));
        }
        units = isMix && !transactions.areOfPasses()
                ? Unit.of(steps, step -> step.statement.control())
                : List.of(Unit.all(
                        steps.stream()
                                .filter(step -> !isMix || step.statement.control() == SqlStatement.Control.NONE)
                                .toList(),
                        transactions.areOfPasses()));
    }

    /** Returns the number of statements that are sent; a begin or an end of a transaction of a mix is none. */
    int statements() {
        return units.stream().mapToInt(unit -> unit.steps().size()).sum();
    }

    /**
     * Executes all statements in their order and reads every value of all rows.
     *
     * @param values of the parameters
     * @return a number made of all values, for the compiler
     * @throws SQLException naming the statement
     */
    public long run(List<Object> values) throws SQLException {
        return run(values, failure -> {
            throw failure;
        });
    }

    /** Executes all statements; repeats a transaction, or the statement outside of one, that failures let pass. */
    long run(List<Object> values, Failures failures) throws SQLException {
        long all = 0;
        for (Unit<Step> unit : units) {
            all += run(unit, values, failures);
        }
        return all;
    }

    private long run(Unit<Step> unit, List<Object> values, Failures failures) throws SQLException {
        while (true) {
            try {
                transactions.begin(unit);
                long all = 0;
                for (Step step : unit.steps()) {
                    all += step.execute(values, step::drain);
                }
                transactions.end(unit);
                return all;
            } catch (SQLException e) {
                failures.accept(e);
                transactions.rollBack();
            }
        }
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
        transactions.end(units.get(0));
        return results;
    }

    @Override
    public void close() throws SQLException {
        for (Step step : steps) {
            step.close();
        }
    }

    private final class Step {
        private final BoundStatement bound;
        private final SqlStatement statement;
        private final Map<Integer, ValueReader> readersByResult = new HashMap<>();
        private Statement open;
        private PreparedStatement prepared;
        private int result;

        Step(BoundStatement bound) {
            this.bound = bound;
            statement = bound.statement();
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
                open = prepared == null ? transactions.connection().createStatement() : prepared;
            }
            if (prepared == null) {
                return open.execute(statement.text());
            }
            bound.bind(prepared, values);
            return prepared.execute();
        }

        /** Returns null for a statement that is sent as text: as such, a wrong one fails with its own error. */
        private PreparedStatement prepared() throws SQLException {
            boolean hasParameters = statement.parameters() > 0;
            if (!hasParameters && !(preparesAll && statement.isPreparable())) {
                return null;
            }
            try {
                return transactions.connection().prepareStatement(statement.text());
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
}
