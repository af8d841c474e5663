package org.rowmark.e2e;

import org.rowmark.db.Targets;

/** The rule of the same name in bench-core's tests, by the names of built-in targets. */
public final class RequiredServers {
    private RequiredServers() {}

    public static void assume(String target) {
        org.rowmark.db.RequiredServers.assume(Targets.builtIn().named(target));
    }
}
