package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.data.Table;
import org.rowmark.data.Tables;
import org.rowmark.databases.PrivateServer;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secret;

/** What a user reads who may not do something. */
class FirebirdRightsTest {
    @Test
    void the_reason_has_the_right_that_is_missing(@TempDir Path directory) throws Exception {
        try (PrivateServer server = PrivateServer.start("firebird", Map.of(), directory)) {
            server.execute("create user norm password 'n0rmal'");
            try (Connection connection =
                    Drivers.connect(server.endpoint().as("norm", Secret.of("n0rmal")), ConnectionMode.PLAIN)) {
                Tables tables = new Tables(connection, server.database());
                Table table = new Table("rowmark_t", List.of("id"), List.of("bigint"));

                assertThat(ErrorMessages.of(catchThrowable(() -> tables.empty(table))))
                        .startsWith(
                                "unsuccessful metadata update; CREATE TABLE ROWMARK_MARKER failed; There is no privilege");
            }
        }
    }
}
