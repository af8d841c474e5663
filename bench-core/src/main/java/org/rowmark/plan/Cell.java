package org.rowmark.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.result.PlannedCell;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadInfo.FixedWork;

/** One point of the plan, with its target and workload. */
public record Cell(PlannedCell planned, Target target, Workload workload) {
    static Cell of(int number, Workload workload, Target target, Map<String, String> values, int threads) {
        PlannedCell planned = new PlannedCell(
                number,
                target.name(),
                workload.name(),
                workload.operation(values),
                values,
                workload.caveat(target, values, threads),
                workload.isReference(target),
                workload.info().commits());
        return new Cell(planned, target, workload);
    }

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
        return workload.fixedWork(planned.parameters());
    }
}
