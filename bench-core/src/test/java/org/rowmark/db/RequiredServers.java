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
 * target. Whatever else keeps a target from starting is a failure. Targets that {@code rowmark.nightly} names are left to
 * the nightly build.
 */
public final class RequiredServers {
    private RequiredServers() {}

    /** Starts a target, with the downloads that this needs; skips the test if what is missing cannot be had. */
    public static Server start(Target target, Workspace workspace) throws IOException {
        return start(target, workspace, true);
    }

    /** Starts a target likewise, which makes its files. */
    public static Server startNew(Target target, Workspace workspace) throws IOException {
        return start(target, workspace, false);
    }

    private static Server start(Target target, Workspace workspace, boolean hasMadeFiles) throws IOException {
        assumeNotNightly(target);
        boolean maySkip = Targets.missing(target).isPresent() && !isRequired(target.name());
        try {
            if (hasMadeFiles) {
                MadeFiles.copyTo(workspace, target);
            }
            return Databases.named(target.database()).launcher().start(target, workspace);
        } catch (UsageException e) {
            Assumptions.assumeFalse(maySkip, e.getMessage());
            throw e;
        }
    }

    /** Skips a test for whose target something is missing. */
    public static void assume(Target target) {
        assumeNotNightly(target);
        Targets.missing(target)
                .filter(missing -> !isRequired(target.name()))
                .ifPresent(missing -> Assumptions.abort("target '" + target.name() + "' needs " + missing));
    }

    /** Whether {@code rowmark.require} names the target. */
    public static boolean isRequired(String target) {
        return names("rowmark.require").contains(target);
    }

    private static void assumeNotNightly(Target target) {
        Assumptions.assumeFalse(
                names("rowmark.nightly").contains(target.name()) && !isRequired(target.name()),
                "target '" + target.name() + "' is tested by mvn verify -Pnightly");
    }

    private static List<String> names(String property) {
        return List.of(System.getProperty(property, "").strip().split("\\s*,\\s*", -1));
    }
}
