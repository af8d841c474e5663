package org.rowmark.clients;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import org.rowmark.run.fork.ForkPlan;
import org.rowmark.util.Secrets;

/** A message of the orchestrating process to a client. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
sealed interface Order {
    /** Measure: {@code setBack} is how far the wall clock is behind the steady one. */
    record Measure(long id, int clients, ForkPlan plan, Duration setBack, String endpoint) implements Order {
        @Override
        public String toString() {
            return "Measure[id=" + id + ", plan=" + plan + ", endpoint=" + Secrets.MASK + "]";
        }
    }

    /** All forks have come: go on. */
    record GoOn(long id, List<Long> sums) implements Order {}

    record Abort() implements Order {}

    record End() implements Order {}
}
