package org.rowmark.databases.firebird;

import java.util.Map;
import org.rowmark.databases.DatabaseContract;

/** A process per connection, and a page cache in each. */
class FirebirdClassicTest extends DatabaseContract {
    FirebirdClassicTest() {
        super(
                builtIn("firebird").withSettings(Map.of("ServerMode", "Classic")),
                new Tried("page_size", "4096", "yes (forced writes on)"));
    }
}
