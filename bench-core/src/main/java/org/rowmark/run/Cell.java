package org.rowmark.run;

import org.rowmark.db.Target;
import org.rowmark.result.PlannedCell;

/**
 * One point of the plan, with what is needed to run it.
 *
 * @param planned as it stands in the run directory
 * @param target where
 * @param workload what
 */
record Cell(PlannedCell planned, Target target, Workload workload) {
    int number() {
        return planned.number();
    }
}
