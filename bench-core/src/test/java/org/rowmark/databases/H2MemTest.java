package org.rowmark.databases;

class H2MemTest extends DatabaseContract {
    H2MemTest() {
        super("h2-mem", new Tried("QUERY_CACHE_SIZE", "16", "no (in memory)"));
    }

    @Override
    boolean keepsData() {
        return false;
    }
}
