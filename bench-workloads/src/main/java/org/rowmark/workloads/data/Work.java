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
import org.rowmark.workload.WorkloadInfo.FixedWork;
import org.rowmark.workload.WorkloadInfo.Precondition;

/**
 * What ends an iteration of a workload whose table grows: its time, or a number of rows of each thread with the commit
 * that makes the last of them durable. The score of fixed work is seconds for all of these rows; of several threads, their
 * mean.
 */
@State(Scope.Benchmark)
public class Work {
    private static final String WORK = "work";
    private static final String FIXED = "fixed";
    private static final String TOTAL = "total";
    private static final String DEFAULT_TOTAL = "20000";

    /** {@code timed}: an iteration ends when its time is up; {@code fixed}: when so many rows are written. */
    @Param("timed")
    @ValidValues(value = "timed|fixed", words = "timed or fixed", unnamed = true)
    public String work;

    /** Rows of each thread in an iteration of fixed work. */
    @Param(DEFAULT_TOTAL)
    @ValidValues(unnamed = true)
    public int total;

    /** Returns the rows of a thread after which an iteration ends, at the latest. */
    public long rows() {
        return FIXED.equals(work) ? total : Long.MAX_VALUE;
    }

    /** @throws IllegalStateException if the work is fixed and a thread wrote more or fewer rows in an iteration */
    public void check(long written) {
        if (FIXED.equals(work) && written != total) {
            throw new IllegalStateException(
                    "work=fixed: a thread wrote " + written + " rows in an iteration, not total=" + total);
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

    /** Returns the work of an iteration, if it is fixed, of which an operation does several rows at once. */
    private static Optional<FixedWork.Amount> amount(Map<String, String> parameters, int atOnce, String done) {
        int rows = total(parameters);
        return isFixed(parameters)
                ? Optional.of(
                        new FixedWork.Amount(rows / atOnce, rows + " rows " + done + " by a thread, all committed"))
                : Optional.empty();
    }

    /** Returns why a number of rows cannot be: the work is not fixed. */
    private static Optional<String> withoutFixed(Map<String, String> parameters) {
        return !isFixed(parameters) && parameters.containsKey(TOTAL)
                ? Optional.of("total=" + parameters.get(TOTAL) + " needs work=fixed")
                : Optional.empty();
    }

    /** The work of an iteration with a fixed number of rows. */
    public static final class Rows implements FixedWork {
        @Override
        public Optional<Amount> amount(Map<String, String> parameters) {
            int atOnce = several(parameters)
                    .map(name -> Integer.parseInt(parameters.get(name)))
                    .orElse(1);
            return Work.amount(parameters, atOnce, "inserted");
        }
    }

    /** The work of an iteration with a fixed number of upserts, of one row each. */
    public static final class Upserts implements FixedWork {
        @Override
        public Optional<Amount> amount(Map<String, String> parameters) {
            return Work.amount(parameters, 1, "inserted or updated");
        }
    }

    /** The condition of a number of rows, each of which has an operation of its own: the work is fixed. */
    public static final class NeedsFixed implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            return withoutFixed(parameters);
        }
    }

    /** The conditions of a number of rows: the work is fixed, and statements or batches of several rows divide it. */
    public static final class FitsTotal implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            if (!isFixed(parameters)) {
                return withoutFixed(parameters);
            }
            int total = total(parameters);
            return several(parameters)
                    .filter(name -> total % Integer.parseInt(parameters.get(name)) != 0)
                    .map(name -> "total=" + total + " is no multiple of " + name + "=" + parameters.get(name));
        }
    }
}
