package org.rowmark.workload;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;

/**
 * A condition on parameter values, checked before anything is started. Has a public constructor without parameters.
 */
public interface Precondition {

    /**
     * Returns why the workload cannot run.
     *
     * @param features what the target can do
     * @param parameters values by field name, all of which the workload accepts
     * @return the reason in one line, empty if it can
     */
    Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters);
}
