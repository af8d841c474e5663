package org.rowmark.e2e;

import org.rowmark.db.Targets;

/** The rule of the same name in bench-core's tests, by the names of built-in targets. */
final class RequiredServers {
    private RequiredServers() {}

    static void assume(String target) {
        org.rowmark.db.RequiredServers.assume(Targets.builtIn().named(target));
    }
}
