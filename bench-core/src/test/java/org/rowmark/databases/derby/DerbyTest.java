package org.rowmark.databases.derby;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;

class DerbyTest extends DatabaseContract {
    DerbyTest() {
        super("derby", new Tried("derby.system.durability", "test", "no (derby.system.durability=test)"));
    }

    @Test
    void opens_a_second_database_in_a_directory_whose_name_begins_with_the_first_ones() throws Exception {
        try (Server second = RequiredServers.start(target(), workspace("shared-again"))) {
            for (int opened = 0; opened < 2; opened++) {
                boolean valid = Drivers.query(second.endpoint(), connection -> connection.isValid(1));
                database().driver().release(second.endpoint());

                assertThat(valid).isTrue();
            }
        }
    }
}
