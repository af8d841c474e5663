package org.rowmark.workload;

import java.util.Map;
import java.util.Optional;

/**
 * What a reader of a workload's numbers must know because of its parameters and threads. Has a public constructor without
 * parameters.
 */
public interface LoadCaveat {
    /**
     * Returns it as a phrase, empty if there is nothing.
     *
     * @param parameters values by field name, but for unnamed parameters that have their defaults
     * @param threads of all clients
     */
    Optional<String> of(Map<String, String> parameters, int threads);

    /** Any number of threads is as good as another. */
    final class None implements LoadCaveat {
        @Override
        public Optional<String> of(Map<String, String> parameters, int threads) {
            return Optional.empty();
        }
    }
}
