package org.rowmark.db;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/**
 * The rule for tests that need a server: they are skipped with the reason where {@link Targets#missing} finds that
 * something is missing, unless the system property {@code rowmark.require} (target names, comma-separated) names the
 * target. Whatever else keeps a target from starting is a failure.
 */
public final class RequiredServers {
    private RequiredServers() {}

    /** Starts a target, with the downloads that this needs; skips the test if what is missing cannot be had. */
    public static Server start(Target target, Workspace workspace) throws IOException {
        boolean maySkip = Targets.missing(target).isPresent() && !isRequired(target.name());
        try {
            return Databases.named(target.database()).launcher().start(target, workspace);
        } catch (UsageException e) {
            Assumptions.assumeFalse(maySkip, e.getMessage());
            throw e;
        }
    }

    /** Skips a test for whose target something is missing. */
    public static void assume(Target target) {
        Targets.missing(target)
                .filter(missing -> !isRequired(target.name()))
                .ifPresent(missing -> Assumptions.abort("target '" + target.name() + "' needs " + missing));
    }

    /** Whether {@code rowmark.require} names the target. */
    public static boolean isRequired(String target) {
        return List.of(System.getProperty("rowmark.require", "").strip().split("\\s*,\\s*", -1))
                .contains(target);
    }
}
