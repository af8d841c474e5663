package org.rowmark.clients;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import org.rowmark.run.fork.ForkPlan;
import org.rowmark.util.Secrets;

/** A message of the orchestrating process to a client. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
sealed interface Order {
    /**
     * Measure.
     *
     * @param id of the measurement, the same for all clients
     * @param setBack how far the wall clock is behind the steady one
     * @param endpoint content of the endpoint file, with its secrets
     */
    record Measure(long id, int clients, ForkPlan plan, Duration setBack, String endpoint) implements Order {
        @Override
        public String toString() {
            return "Measure[id=" + id + ", plan=" + plan + ", endpoint=" + Secrets.MASK + "]";
        }
    }

    /** All forks have come: go on. */
    record GoOn(long id, List<Long> sums) implements Order {}

    /** Kill the fork. */
    record Abort() implements Order {}

    /** The run has ended. */
    record End() implements Order {}
}
