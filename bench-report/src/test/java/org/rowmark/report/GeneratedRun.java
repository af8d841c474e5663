package org.rowmark.report;

import java.util.Map;
import org.rowmark.report.DemoRun.Level;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;

/** Runs of any size with invented values. */
public final class GeneratedRun {
    private GeneratedRun() {}

    /** So many workloads, each with the same number of targets. */
    public static RunRecord of(int workloads, int targets, int rounds) {
        DemoRun run = new DemoRun(rounds).iterations(0, 1).cells(workloads * targets);
        for (int target = 1; target <= targets; target++) {
            run.target("target-" + target, "commit waits for the disk: yes");
        }
        int number = 0;
        for (int workload = 1; workload <= workloads; workload++) {
            for (int target = 1; target <= targets; target++) {
                number++;
                PlannedCell cell = new PlannedCell(
                        number, "target-" + target, "workload-" + workload, "one row", Map.of("batchSize", "100"));
                run.cell(
                        cell,
                        Level.throughput(1000.0 * workload * (1 + 0.02 * target), 0.02)
                                .counting("rows", 100));
            }
        }
        return run.build();
    }
}
