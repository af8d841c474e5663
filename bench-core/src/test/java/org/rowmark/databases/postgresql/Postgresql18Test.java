package org.rowmark.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.Counter;
import org.rowmark.db.Drivers;
import org.rowmark.db.ServerInfo;

@Tag("slow")
class Postgresql18Test extends DatabaseContract {
    Postgresql18Test() {
        super("postgresql-18", new Tried("fsync", "off", "no (fsync=off, synchronous_commit=on)"));
    }

    @Test
    void is_of_the_version_that_was_requested_and_as_durable_as_any() throws SQLException {
        ServerInfo facts = Drivers.query(endpoint(), database().monitor()::info);

        assertThat(facts.version()).startsWith("PostgreSQL 18.");
        assertThat(facts.durability()).isEqualTo("commit waits for the disk: yes (fsync=on, synchronous_commit=on)");
    }

    @Test
    void counts_what_it_writes_and_leaves_out_times_that_it_does_not_take() throws SQLException {
        List<Counter> counters = Drivers.query(endpoint(), database().monitor()::counters);

        assertThat(counters)
                .extracting(counter -> counter.kind() + " " + counter.name())
                .contains(
                        "DATA bytes-read", "DATA bytes-written", "LOG bytes-written", "LOG syncs", "TEMP bytes-written")
                .doesNotContain("DATA read-time", "LOG sync-time");
    }
}
