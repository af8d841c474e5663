package org.rowmark.databases.h2;

import org.junit.jupiter.api.Tag;
import org.rowmark.databases.DatabaseContract;

@Tag("slow")
class H2MemTest extends DatabaseContract {
    H2MemTest() {
        super("h2-mem", new Tried("QUERY_CACHE_SIZE", "16", "no (in memory)"));
    }

    @Override
    public boolean keepsData() {
        return false;
    }
}
