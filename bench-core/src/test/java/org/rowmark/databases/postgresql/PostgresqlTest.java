package org.rowmark.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.data.Table;
import org.rowmark.data.Tables;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;

class PostgresqlTest extends DatabaseContract {
    private static final String INSTALLED = "select count(*) from pg_extension where extname = 'postgis'";

    PostgresqlTest() {
        super("postgresql", new Tried("synchronous_commit", "off", "no (fsync=on, synchronous_commit=off)"));
    }

    @Test
    void has_geometry_from_when_it_is_enabled_until_the_tables_are_dropped() throws SQLException {
        assumeThat(features()).as("PostGIS beside the server").contains(Feature.SPATIAL);
        on(ConnectionMode.PLAIN, connection -> {
            Tables tables = new Tables(connection, database());
            String before = ServerInfoQueries.value(connection, INSTALLED);
            tables.enable(Feature.SPATIAL);
            tables.enable(Feature.SPATIAL);
            String distance =
                    ServerInfoQueries.value(connection, "select st_distance('point(0 0)', 'point(3 4)'::geometry)");
            tables.dropAll();

            assertThat(before).as("asking for features does not enable them").isEqualTo("0");
            assertThat(distance).isEqualTo("5");
            assertThat(ServerInfoQueries.value(connection, INSTALLED)).isEqualTo("0");
        });
    }

    @Test
    void keeps_the_geometry_of_others() throws SQLException {
        assumeThat(features()).as("PostGIS beside the server").contains(Feature.SPATIAL);
        on(ConnectionMode.PLAIN, connection -> {
            Contract.execute(connection, "create extension postgis");
            Tables tables = new Tables(connection, database());
            tables.requireOurs();
            tables.empty(new Table("rowmark_ours", List.of("id"), List.of("bigint")));
            tables.enable(Feature.SPATIAL);
            tables.dropAll();

            assertThat(ServerInfoQueries.value(connection, INSTALLED)).isEqualTo("1");
            Contract.execute(connection, "drop extension postgis");
        });
    }

    @Test
    void keeps_geometry_that_others_use_since_it_was_enabled() throws SQLException {
        assumeThat(features()).as("PostGIS beside the server").contains(Feature.SPATIAL);
        on(ConnectionMode.PLAIN, connection -> {
            Tables tables = new Tables(connection, database());
            tables.enable(Feature.SPATIAL);
            Contract.execute(connection, "create table theirs_on_a_map (place geometry)");
            tables.dropAll();

            assertThat(ServerInfoQueries.value(connection, "select count(*) from theirs_on_a_map"))
                    .isEqualTo("0");
            Contract.execute(connection, "drop table theirs_on_a_map");
            Contract.execute(connection, "drop extension postgis");
        });
    }
}
