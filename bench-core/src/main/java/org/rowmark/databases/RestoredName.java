package org.rowmark.databases;

import org.rowmark.db.RunningTarget;
import org.rowmark.db.UsageException;

/** Names of databases that restores make and remove, on servers that may be somebody else's. */
final class RestoredName {
    private static final String OURS = "rowmark_";

    private RestoredName() {}

    /** @throws UsageException for the name of a database that Rowmark did not make */
    static void requireOurs(RunningTarget site, String name) {
        if (!name.startsWith(OURS)) {
            throw site.target()
                    .problem("the database " + name + " is not Rowmark's to remove; those begin with " + OURS);
        }
    }
}
