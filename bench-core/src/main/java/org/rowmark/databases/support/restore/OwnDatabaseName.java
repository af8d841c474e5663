package org.rowmark.databases.support.restore;

import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/** The names of databases that restores create and drop, on servers that may be somebody else's. */
public final class OwnDatabaseName {
    private static final String OURS = "rowmark_";

    private OwnDatabaseName() {}

    /** @throws UsageException for the name of a database that Rowmark did not create */
    public static void requireOurs(RunningTarget site, String name) {
        if (!name.startsWith(OURS)) {
            throw site.target()
                    .problem("the database " + name + " is not Rowmark's to remove; those begin with " + OURS);
        }
    }
}
