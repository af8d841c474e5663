package org.rowmark.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;

class PostgresqlTest extends DatabaseContract {
    PostgresqlTest() {
        super("postgresql", new Tried("synchronous_commit", "off", "no (fsync=on, synchronous_commit=off)"));
    }

    @Test
    void has_geometry_once_it_is_switched_on() throws SQLException {
        assumeThat(features()).as("PostGIS beside the server").contains(Feature.SPATIAL);
        on(ConnectionMode.PLAIN, connection -> {
            String before =
                    ServerInfoQueries.value(connection, "select count(*) from pg_extension where extname = 'postgis'");
            for (int twice = 0; twice < 2; twice++) {
                for (String statement : dialect().enabling(Feature.SPATIAL)) {
                    Contract.execute(connection, statement);
                }
            }
            String distance =
                    ServerInfoQueries.value(connection, "select st_distance('point(0 0)', 'point(3 4)'::geometry)");

            assertThat(before).as("asking for features does not switch them on").isEqualTo("0");
            assertThat(distance).isEqualTo("5");
            Contract.execute(connection, "drop extension postgis");
        });
    }
}
