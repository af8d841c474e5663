package org.rowmark.databases.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.data.Tables;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;
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
            List<String> before = catalogue(connection);
            Tables tables = new Tables(connection, database());
            tables.enable(Feature.SPATIAL);
            tables.enable(Feature.SPATIAL);
            Optional<String> version = Sql.text(connection, "select h2gisversion()");
            tables.dropAll();

            assertThat(version).isPresent();
            assertThat(catalogue(connection)).isEqualTo(before);
        });
    }

    @Test
    void removes_the_functions_that_a_killed_run_left_and_keeps_those_of_others() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            Sql.execute(connection, "create alias theirs for 'java.lang.Math.abs(int)'");
            List<String> before = catalogue(connection);
            database().enable(Feature.SPATIAL, connection); // killed before it was entered in the marker table
            Tables tables = new Tables(connection, database());
            tables.enable(Feature.SPATIAL);
            tables.dropAll();

            assertThat(catalogue(connection)).isEqualTo(before);
            Sql.execute(connection, "drop alias theirs");
        });
    }

    @Test
    void uses_the_functions_that_others_have_loaded_and_keeps_them() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            database().enable(Feature.SPATIAL, connection);
            Sql.execute(connection, "drop alias rowmark_h2gis");
            List<String> before = catalogue(connection);
            Tables tables = new Tables(connection, database());
            tables.enable(Feature.SPATIAL);
            tables.dropAll();

            assertThat(catalogue(connection)).isEqualTo(before);
            Sql.execute(connection, "drop all objects");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"table spatial_ref_sys as select 7 as theirs", "alias st_area for 'java.lang.Math.abs(int)'"})
    void refuses_to_replace_an_object_of_others_by_one_of_h2gis(String object) throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            Sql.execute(connection, "create " + object);
            List<String> before = catalogue(connection);

            assertThatThrownBy(() -> new Tables(connection, database()).enable(Feature.SPATIAL))
                    .isInstanceOf(SQLException.class)
                    .hasMessageMatching(
                            "H2GIS cannot be loaded: the database has a (SPATIAL_REF_SYS|ST_AREA) of its own, .*");
            assertThat(catalogue(connection)).isEqualTo(before);
            Sql.execute(connection, "drop all objects");
        });
    }
}
