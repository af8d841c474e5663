package org.rowmark.databases;

class H2MemTest extends DatabaseContract {
    H2MemTest() {
        super("h2-mem");
    }

    @Override
    boolean keepsData() {
        return false;
    }
}
