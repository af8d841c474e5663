package org.rowmark.plan;

import org.rowmark.db.Targets;
import org.rowmark.options.RunOptions;
import org.rowmark.workload.Workloads;

/** Requests, and their plans, of the workloads on the class path and the built-in targets. */
public final class Requests {
    private Requests() {}

    public static RunRequest request(RunOptions options) {
        return RunRequest.resolve(options, Workloads.all(), Targets.builtIn());
    }

    public static Plan plan(RunOptions options) {
        return Plan.of(request(options));
    }
}
