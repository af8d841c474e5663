package org.rowmark.databases.derby;

import org.rowmark.databases.RestoreContract;

/** Every way to restore into files of this process. */
class DerbyRestoreTest extends RestoreContract {
    DerbyRestoreTest() {
        super("derby");
    }
}
