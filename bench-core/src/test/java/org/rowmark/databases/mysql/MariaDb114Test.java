package org.rowmark.databases.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.Drivers;
import org.rowmark.util.Sql;

@Tag("slow")
class MariaDb114Test extends DatabaseContract {
    MariaDb114Test() {
        super(
                "mariadb-11.4",
                new Tried("innodb_flush_log_at_trx_commit", "2", "no (innodb_flush_log_at_trx_commit=2)"));
    }

    @Test
    void makes_no_key_for_tls_when_it_starts() throws SQLException {
        Optional<String> tls = Drivers.query(endpoint(), connection -> Sql.text(connection, "select @@have_ssl"));

        assertThat(tls).contains("DISABLED");
    }
}
