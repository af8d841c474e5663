package org.rowmark.plan;

import java.util.Optional;
import org.rowmark.result.PlannedCell;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadInfo.FixedWork;

/**
 * One point of the plan, with its target and workload.
 *
 * @param planned the cell as the run directory records it
 */
public record Cell(PlannedCell planned, Target target, Workload workload) {
    public int number() {
        return planned.number();
    }

    /** Returns the same with other parameters. */
    public Cell with(PlannedCell other) {
        return new Cell(other, target, workload);
    }

    /** Returns the work of an iteration; empty if a time ends it, or it is a single invocation. */
    public Optional<FixedWork.Amount> fixedWork() {
        return workload.fixedWork(planned.parameters());
    }
}
