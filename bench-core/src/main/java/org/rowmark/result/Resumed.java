package org.rowmark.result;

import java.time.Instant;
import java.util.List;

/**
 * A continuation of a run that had been stopped.
 *
 * @param when wall-clock time
 * @param changes what differed from the run's beginning, a line each; empty if nothing did
 */
public record Resumed(Instant when, List<String> changes) {
    public Resumed {
        changes = List.copyOf(changes);
    }
}
