package org.rowmark.databases.h2;

import org.rowmark.databases.RestoreContract;

/** Every way to restore into a file of this process. */
class H2RestoreTest extends RestoreContract {
    H2RestoreTest() {
        super("h2");
    }
}
