package org.rowmark.workloads.data;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.ValidValues;
import org.rowmark.workload.FixedWork;
import org.rowmark.workload.Precondition;

/**
 * What ends an iteration of a workload that inserts: its time, or a number of rows of each thread with the commit that
 * makes the last of them durable. The score of fixed work is seconds for all of these rows; of several threads, their
 * mean.
 */
@State(Scope.Benchmark)
public class Work {
    private static final String WORK = "work";
    private static final String FIXED = "fixed";
    private static final String TOTAL = "total";
    private static final String DEFAULT_TOTAL = "20000";

    /** {@code timed}: an iteration ends when its time is up; {@code fixed}: when so many rows are inserted. */
    @Param("timed")
    @ValidValues(value = "timed|fixed", words = "timed or fixed", unnamed = true)
    public String work;

    /** Rows of each thread in an iteration of fixed work. */
    @Param(DEFAULT_TOTAL)
    @ValidValues(unnamed = true)
    public int total;

    /** Returns the rows of a thread after which an iteration ends, at the latest. */
    public long rows() {
        return work.equals(FIXED) ? total : Long.MAX_VALUE;
    }

    /** @throws IllegalStateException if the work is fixed and a thread inserted more or fewer rows in an iteration */
    public void check(long inserted) {
        if (work.equals(FIXED) && inserted != total) {
            throw new IllegalStateException(
                    "work=fixed: a thread inserted " + inserted + " rows in an iteration, not total=" + total);
        }
    }

    private static int total(Map<String, String> parameters) {
        return Integer.parseInt(parameters.getOrDefault(TOTAL, DEFAULT_TOTAL));
    }

    private static boolean isFixed(Map<String, String> parameters) {
        return FIXED.equals(parameters.get(WORK));
    }

    /** Returns the parameter with the rows of one statement or batch, if the workload inserts several by one. */
    private static Optional<String> several(Map<String, String> parameters) {
        return Set.of("batchSize", "rows").stream()
                .filter(parameters::containsKey)
                .findFirst();
    }

    /** The work of an iteration with a fixed number of rows. */
    public static final class Rows implements FixedWork {
        @Override
        public Optional<Amount> amount(Map<String, String> parameters) {
            if (!isFixed(parameters)) {
                return Optional.empty();
            }
            int rows = total(parameters);
            int atOnce = several(parameters)
                    .map(name -> Integer.parseInt(parameters.get(name)))
                    .orElse(1);
            return Optional.of(new Amount(rows / atOnce, rows + " rows inserted by a thread, all committed"));
        }
    }

    /** The conditions of a number of rows: the work is fixed, and statements or batches of several rows divide it. */
    public static final class FitsTotal implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            if (!isFixed(parameters)) {
                return parameters.containsKey(TOTAL)
                        ? Optional.of("total=" + parameters.get(TOTAL) + " needs work=fixed")
                        : Optional.empty();
            }
            int total = total(parameters);
            return several(parameters)
                    .filter(name -> total % Integer.parseInt(parameters.get(name)) != 0)
                    .map(name -> "total=" + total + " is no multiple of " + name + "=" + parameters.get(name));
        }
    }
}
