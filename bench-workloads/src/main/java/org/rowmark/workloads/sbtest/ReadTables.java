package org.rowmark.workloads.sbtest;

import java.sql.SQLException;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.data.DataTarget;
import org.rowmark.fixture.Session;
import org.rowmark.workloads.data.ReadVerifier;

/** Tables that stay as they are loaded. The sums of their numbers, 8 bytes a row, are kept in memory. */
@State(Scope.Benchmark)
public class ReadTables extends SbtestTables {
    /** The sums of the numbers of rows 1 to n. */
    private long[] sums;

    public ReadTables() {
        super("rowmark_sbread_");
    }

    @Override
    public void load(DataTarget target) throws SQLException {
        super.load(target);
        sums = new long[rows + 1];
        for (int key = 1; key <= rows; key++) {
            sums[key] = sums[key - 1] + contents().k(key);
        }
    }

    long sum(long first, long last) {
        return sums[(int) last] - sums[(int) first - 1];
    }

    @Override
    void check(long differences) {
        ReadVerifier.check(differences, data().get(0));
    }

    /** Compares the first rows with the generated ones. */
    @Override
    void ended(Session session) throws SQLException {
        ReadVerifier.compare(session, data().get(0));
    }
}
