package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.BackupFile.SqlDump;
import org.rowmark.workloads.restore.mysql.MySqlRestorer;
import org.rowmark.workloads.restore.postgresql.PostgresqlRestorer;

/** The comments around dumps, as pg_dump 15, mariadb-dump 10.11 and mysqldump 8.0 write them. */
class SqlDumpTest {
    private static final String ROWS = "insert into t values (1);\n".repeat(200);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            postgresql | --;-- PostgreSQL database dump;--; | --;-- PostgreSQL database dump complete;--;;\\unrestrict x;
            mariadb    | /*M!999999\\- enable the sandbox mode */;-- MariaDB dump 10.19  Distrib 10.11; | -- Dump completed on 2026-11-21;
            mysql      | -- MySQL dump 10.13  Distrib 8.0.31; | -- Dump completed;
            """)
    void a_dump_that_does_not_end_as_it_began_was_cut_short(String product, String first, String last)
            throws IOException {
        SqlDump dump = product.equals("postgresql") ? PostgresqlRestorer.DUMP : MySqlRestorer.DUMP;
        String begin = first.replace(';', '\n');
        Path whole = Files.writeString(directory.resolve("whole"), begin + ROWS + last.replace(';', '\n'));
        Path cut = Files.writeString(directory.resolve("cut"), begin + ROWS);

        assertThat(dump.require(whole)).isEqualTo(whole);
        assertThatThrownBy(() -> dump.require(cut))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("backup " + cut + " ends in the middle: its last line is not '-- ");
    }

    @Test
    void a_script_of_ones_own_ends_as_it_likes() throws IOException {
        Path script = Files.writeString(directory.resolve("script"), "create table t (id integer);\n");

        assertThat(PostgresqlRestorer.DUMP.require(script)).isEqualTo(script);
        assertThat(MySqlRestorer.DUMP.require(script)).isEqualTo(script);
    }
}
