package org.rowmark.plan;

import java.util.List;
import java.util.Optional;
import org.rowmark.result.PlannedCell;
import org.rowmark.targets.Target;
import org.rowmark.workload.FixedWork;
import org.rowmark.workload.Workload;

/**
 * One point of the plan, with its target and workload.
 *
 * @param planned the cell as the run directory records it
 */
public record Cell(PlannedCell planned, Target target, Workload workload) {
    public int number() {
        return planned.number();
    }

    /** Returns what cells of several targets that are compared have in common: workload and parameters. */
    public List<?> question() {
        return List.of(workload.name(), planned.parameters());
    }

    /** Returns the cell with other parameters. */
    public Cell with(PlannedCell other) {
        return new Cell(other, target, workload);
    }

    /** Returns the work of an iteration; empty if a time ends it, or it is a single invocation. */
    public Optional<FixedWork.Amount> fixedWork() {
        return workload.fixedWork().amount(planned.parameters());
    }
}
