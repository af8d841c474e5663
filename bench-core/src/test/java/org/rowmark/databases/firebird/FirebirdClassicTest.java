package org.rowmark.databases.firebird;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.rowmark.databases.DatabaseContract;

/** A process per connection, and a page cache in each. */
@Tag("slow")
class FirebirdClassicTest extends DatabaseContract {
    FirebirdClassicTest() {
        super(
                builtIn("firebird").withSettings(Map.of("ServerMode", "Classic")),
                new Tried("page_size", "4096", "yes (forced writes on)"));
    }
}
