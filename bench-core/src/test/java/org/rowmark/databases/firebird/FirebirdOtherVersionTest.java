package org.rowmark.databases.firebird;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.rowmark.databases.DatabaseContract;

/** Any other Firebird: {@code -Drowmark.test.firebird.home=DIR}. */
@EnabledIfSystemProperty(named = FirebirdOtherVersionTest.HOME, matches = ".+")
class FirebirdOtherVersionTest extends DatabaseContract {
    static final String HOME = "rowmark.test.firebird.home";

    FirebirdOtherVersionTest() {
        super(
                builtIn("firebird").withSource(System.getProperty(HOME, "")),
                new Tried("page_size", "32768", "yes (forced writes on)"));
    }
}
