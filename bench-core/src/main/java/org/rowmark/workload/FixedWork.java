package org.rowmark.workload;

import java.util.Map;
import java.util.Optional;

/**
 * The work of an iteration, for values of parameters that fix it: the iteration takes the time that it takes, as a
 * single shot of many invocations. Has a public constructor without parameters.
 */
public interface FixedWork {
    /**
     * The work of one iteration, which is one operation of the score.
     *
     * @param invocations of the benchmark method by each thread
     * @param operation in words
     */
    record Amount(int invocations, String operation) {}

    /**
     * Returns the work.
     *
     * @param parameters values by field name, but for unnamed parameters that have their defaults
     * @return empty if a time ends an iteration
     */
    Optional<Amount> amount(Map<String, String> parameters);

    /** Iterations that end when their time is up, or are a single invocation. */
    final class None implements FixedWork {
        @Override
        public Optional<Amount> amount(Map<String, String> parameters) {
            return Optional.empty();
        }
    }
}
