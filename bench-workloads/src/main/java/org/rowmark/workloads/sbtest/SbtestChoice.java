package org.rowmark.workloads.sbtest;

import java.util.function.LongUnaryOperator;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataGenerator;
import org.rowmark.fixture.ValidValues;
import org.rowmark.workloads.data.KeyChoice;

/** The choice of keys, by default that of sysbench 1.0, and of transactions or autocommit. */
@State(Scope.Benchmark)
public class SbtestChoice {
    private static final String ON = "on";

    /** See {@link KeyChoice#keys}. */
    @Param(KeyChoice.SPECIAL)
    @ValidValues(value = KeyChoice.KEYS, words = KeyChoice.KEYS_IN_WORDS, unnamed = true)
    public String keys;

    /** See {@link KeyChoice#theta}. */
    @Param(KeyChoice.USUAL_THETA)
    @ValidValues(value = KeyChoice.THETAS, words = KeyChoice.THETAS_IN_WORDS, unnamed = true)
    public double theta;

    /** {@code on}: autocommit, so that each statement is a transaction of its own. */
    @Param("off")
    @ValidValues(value = "on|off", words = "on or off", unnamed = true)
    public String skipTrx;

    boolean hasTransactions() {
        return !skipTrx.equals(ON);
    }

    LongUnaryOperator keys(DataGenerator values, ThreadParams thread, long rows) {
        return KeyChoice.of(keys, theta).ofAll(values, thread, rows);
    }
}
