package org.rowmark.databases.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.Catalogue;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Tables;
import org.rowmark.util.Sql;

class H2Test extends DatabaseContract {
    H2Test() {
        super(
                "h2",
                new Tried(
                        "WRITE_DELAY",
                        "0",
                        "no (WRITE_DELAY=0 ms; H2 does not sync the file at a commit, whatever the delay)"));
    }

    @Test
    void has_the_functions_of_h2gis_until_the_tables_are_dropped() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            List<String> before = Catalogue.of(connection);
            Tables tables = new Tables(connection, database());
            tables.enable(Feature.SPATIAL);
            tables.enable(Feature.SPATIAL);
            Optional<String> version = Sql.text(connection, "select h2gisversion()");
            tables.dropAll();

            assertThat(version).isPresent();
            assertThat(Catalogue.of(connection)).isEqualTo(before);
        });
    }
}
