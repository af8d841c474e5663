package org.rowmark.e2e;

import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.db.Targets;

/**
 * The rule of the same name in bench-core's tests: a test is skipped with the reason where something is missing for a
 * built-in target, unless {@code rowmark.require} names it; whatever else keeps it from starting is a failure.
 */
public final class RequiredServers {
    private RequiredServers() {}

    public static void assume(String target) {
        List<String> required =
                List.of(System.getProperty("rowmark.require", "").strip().split("\\s*,\\s*", -1));
        Targets.missing(Targets.builtIn().named(target))
                .filter(missing -> !required.contains(target))
                .ifPresent(missing -> Assumptions.abort("target '" + target + "' needs " + missing));
    }
}
