package org.rowmark.databases;

import java.util.Map;

/** A process per connection, and a page cache in each. */
class FirebirdClassicTest extends DatabaseContract {
    FirebirdClassicTest() {
        super(
                builtIn("firebird").with(Map.of("ServerMode", "Classic")),
                new Tried("page_size", "4096", "yes (forced writes on)"));
    }
}
