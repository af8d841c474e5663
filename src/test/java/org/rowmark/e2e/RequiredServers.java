package org.rowmark.e2e;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.db.Targets;
import org.rowmark.run.CheckedTarget;
import org.rowmark.util.UsageException;

/**
 * Skips a test with the reason where a built-in target cannot be used; fails instead if {@code rowmark.require} names
 * it.
 */
final class RequiredServers {
    private static final ConcurrentMap<String, String> PROBLEMS = new ConcurrentHashMap<>();
    private static final String NONE = "";

    private RequiredServers() {}

    static void assume(String target) {
        String problem = PROBLEMS.computeIfAbsent(target, RequiredServers::problem);
        List<String> required =
                List.of(System.getProperty("rowmark.require", "").strip().split("\\s*,\\s*", -1));
        if (!problem.equals(NONE) && required.contains(target)) {
            Assertions.fail("required by rowmark.require: " + problem);
        }
        Assumptions.assumeTrue(problem.equals(NONE), problem);
    }

    private static String problem(String target) {
        try {
            CheckedTarget.check(Targets.builtIn().named(target));
            return NONE;
        } catch (UsageException | IOException e) {
            return e.getMessage();
        }
    }
}
