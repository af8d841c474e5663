package org.rowmark.clients;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.clients.coordination.ClockOffset;

/** A message of a client to the orchestrating process. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
sealed interface Report {
    /**
     * The first message.
     *
     * @param machine what distinguishes it from others of that name
     */
    record Introduction(String version, String host, String machine, Map<String, String> facts) implements Report {}

    /** A message about a measurement. */
    sealed interface OfMeasurement extends Report {
        /** Returns which one. */
        long id();
    }

    /** The fork has come to a meeting. */
    record Came(long id, List<Long> numbers) implements OfMeasurement {}

    /**
     * An iteration has ended.
     *
     * @param lines that the fork has printed since the one before, with its signals
     */
    record Iterated(long id, JmhResult result, ClockOffset clock, List<String> lines) implements OfMeasurement {}

    /**
     * The fork has ended.
     *
     * @param problem why it failed, one line; empty if it ended well
     */
    record Ended(long id, String problem, List<String> lines) implements OfMeasurement {
        Optional<String> failure() {
            return Optional.of(problem).filter(text -> !text.isEmpty());
        }
    }
}
