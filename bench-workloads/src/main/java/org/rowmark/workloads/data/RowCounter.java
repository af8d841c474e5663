package org.rowmark.workloads.data;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

/** Secondary metric of workloads whose operation covers several rows: rows per second. */
@AuxCounters(AuxCounters.Type.OPERATIONS)
@State(Scope.Thread)
public class RowCounter {
    /** Rows of the operations in the measured time; JMH sets it to 0 before and reads it after. */
    public long rows;

    /**
     * Counts an operation when it begins. JMH lets threads run before and after the measured time, so that all of them
     * run while any is measured; it leaves those operations out of the score, but would not leave them out of a
     * counter. Where the measured time ends between JMH's look at the clock and this one, the thread's last operation
     * is in the score and not in the counter: one operation of an iteration at most.
     *
     * @param rowsOfOperation the same for all operations
     */
    public void add(int rowsOfOperation, Control control) {
        if (control.startMeasurement && !control.stopMeasurement) {
            rows += rowsOfOperation;
        }
    }
}
