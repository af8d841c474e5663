package org.rowmark.db;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/**
 * The rule for tests that need an installed server: without it they are skipped with the reason, unless the system
 * property {@code rowmark.require} (target names, comma-separated) names the target; then its absence is a failure.
 */
public final class RequiredServers {
    private RequiredServers() {}

    /** Starts a built-in target; a {@link UsageException} of one means that its server is not installed here. */
    public static Server start(Target target, Workspace workspace) throws IOException {
        try {
            return Databases.named(target.database()).launcher().start(target, workspace);
        } catch (UsageException e) {
            if (isRequired(target.name())) {
                return Assertions.fail("required by rowmark.require: " + e.getMessage(), e);
            }
            return Assumptions.abort(e.getMessage());
        }
    }

    /** Skips a test whose server is not installed here, unless it is required. */
    public static void assume(Target target) {
        Databases.named(target.database())
                .launcher()
                .missing(target)
                .filter(reason -> !isRequired(target.name()))
                .ifPresent(Assumptions::abort);
    }

    /** Whether {@code rowmark.require} names the target. */
    public static boolean isRequired(String target) {
        return Set.of(System.getProperty("rowmark.require", "").strip().split("\\s*,\\s*"))
                .contains(target);
    }
}
