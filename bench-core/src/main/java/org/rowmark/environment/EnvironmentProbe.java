package org.rowmark.environment;

import java.sql.Connection;
import java.util.Map;
import org.rowmark.db.Database;
import org.rowmark.db.ServerInfo;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** Finds out where a target's server runs and how it is reached. */
@FunctionalInterface
public interface EnvironmentProbe {
    /** Passes on what the server told, looks at nothing and measures nothing. */
    EnvironmentProbe TOLD = target -> new TargetEnvironment(
            target.facts().host(), Map.of(), target.facts().changedSettings(), Map.of());

    /**
     * A target whose server is up.
     *
     * @param connection open, in autocommit, and not one that is measured
     * @param facts what the server told
     */
    record Answering(
            Target target,
            Database database,
            Workspace workspace,
            Endpoint endpoint,
            Connection connection,
            ServerInfo facts) {}

    /** Never fails: what cannot be found out is left out. */
    TargetEnvironment look(Answering target);
}
