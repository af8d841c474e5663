package org.rowmark.clients;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.clients.coordination.ClockOffset;
import org.rowmark.run.output.RunListener.Recent;

/** A message of a client to the orchestrating process. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
sealed interface Report {
    /** The first message; {@code machine} distinguishes machines of the same name. */
    record Introduction(String version, String host, String machine, Map<String, String> facts) implements Report {}

    sealed interface OfMeasurement extends Report {
        long id();
    }

    record Came(long id, List<Long> numbers) implements OfMeasurement {}

    /** An iteration has ended; the lines are those since the iteration before, with the fork's signals. */
    record Iterated(long id, JmhResult result, ClockOffset clock, List<String> lines) implements OfMeasurement {}

    /** The fork has worked for some seconds, and its iteration goes on. */
    record Worked(long id, Recent seconds) implements OfMeasurement {}

    /** The fork has ended; the problem is one line, empty if it ended well. */
    record Ended(long id, String problem, List<String> lines) implements OfMeasurement {
        Optional<String> failure() {
            return Optional.of(problem).filter(text -> !text.isEmpty());
        }
    }
}
