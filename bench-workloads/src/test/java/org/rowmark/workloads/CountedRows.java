package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/** The metric rows of a workload beside its operations, in runs of one iteration. */
final class CountedRows {
    private CountedRows() {}

    /** Asserts that each operation counts for so many rows, in a run of one thread. */
    static void assertPerOperation(RunResult result, int rows) {
        double perOperation = result.getSecondaryResults().get("rows").getScore()
                / result.getPrimaryResult().getScore();
        long operations = iteration(result).getMetadata().getMeasuredOps();
        // JMH and the counter may differ about the last operation, see RowCounter.add.
        double counted = perOperation * operations / rows;
        assertThat(counted).isBetween(operations - 1 - 1e-6, operations + 1e-6);
        assertThat(counted).isCloseTo(Math.rint(counted), within(1e-6));
    }

    static IterationResult iteration(RunResult result) {
        return result.getAggregatedResult().getIterationResults().iterator().next();
    }
}
