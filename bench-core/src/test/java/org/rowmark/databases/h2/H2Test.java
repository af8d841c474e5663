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

    @Test
    void keeps_a_table_of_others_that_h2gis_uses() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            Sql.execute(connection, "create table spatial_ref_sys as select 7 as theirs");
            Tables tables = new Tables(connection, database());
            try {
                tables.enable(Feature.SPATIAL);
            } catch (SQLException e) {
                // H2GIS expects other columns
            }
            tables.requireOurs();
            tables.dropAll();

            assertThat(Sql.number(connection, "select count(*) from spatial_ref_sys"))
                    .isPositive();
            Sql.execute(connection, "drop all objects");
        });
    }
}
