package org.rowmark.plan;

import org.rowmark.result.PlannedCell;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workload;

/**
 * One point of the plan, with its target and workload.
 *
 * @param planned the cell as the run directory records it
 * @param target where
 * @param workload what
 */
public record Cell(PlannedCell planned, Target target, Workload workload) {
    public int number() {
        return planned.number();
    }
}
