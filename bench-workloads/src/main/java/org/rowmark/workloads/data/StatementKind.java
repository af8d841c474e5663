package org.rowmark.workloads.data;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ValidValues;

/** The kind of statement that an operation executes: those of {@link PreparedKind}, and one with its values in its text. */
@State(Scope.Benchmark)
public class StatementKind {
    private static final String SIMPLE = "simple";

    /**
     * {@code server-prepared} and {@code prepared}: see {@link PreparedKind#statement}; {@code simple}: a Statement with
     * the values in its text.
     */
    @Param(PreparedKind.SERVER_PREPARED)
    @ValidValues(
            value = PreparedKind.SERVER_PREPARED + "|" + PreparedKind.PREPARED + "|" + SIMPLE,
            words = PreparedKind.SERVER_PREPARED + ", " + PreparedKind.PREPARED + " or " + SIMPLE,
            unnamed = true)
    public String statement = PreparedKind.SERVER_PREPARED;

    @Setup(Level.Trial)
    public void choose(Db db) {
        if (statement.equals(PreparedKind.SERVER_PREPARED)) {
            db.prepareOnServer();
        }
    }

    public boolean isSimple() {
        return statement.equals(SIMPLE);
    }
}
