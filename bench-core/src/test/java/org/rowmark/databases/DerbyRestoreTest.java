package org.rowmark.databases;

/** Every way to restore into files of this process. */
class DerbyRestoreTest extends RestoreContract {
    DerbyRestoreTest() {
        super("derby");
    }
}
