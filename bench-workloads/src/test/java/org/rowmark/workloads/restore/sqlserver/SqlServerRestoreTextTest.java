package org.rowmark.workloads.restore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.sqlserver.SqlServerRestoreDatabase.BackupSet;

/** What is made of the answers and messages of a server. */
class SqlServerRestoreTextTest {
    private static final Path BACKUP = Path.of("x.bak");

    @Test
    void moves_all_files_under_the_name_of_the_new_database() {
        String moves = SqlServerRestoreDatabase.moves(
                "rowmark_restored",
                List.of(
                        Map.of("LogicalName", "bench", "Type", "D"),
                        Map.of("LogicalName", "bench_log", "Type", "L"),
                        Map.of("LogicalName", "bench_2", "Type", "D"),
                        Map.of("LogicalName", "documents", "Type", "S")),
                "/var/opt/mssql/data/",
                "/var/opt/mssql/log");

        assertThat(moves)
                .isEqualTo(", move N'bench' to N'/var/opt/mssql/data/rowmark_restored_1.mdf'"
                        + ", move N'bench_log' to N'/var/opt/mssql/log/rowmark_restored_2.ldf'"
                        + ", move N'bench_2' to N'/var/opt/mssql/data/rowmark_restored_3.ndf'"
                        + ", move N'documents' to N'/var/opt/mssql/data/rowmark_restored_4'");
    }

    @Test
    void moves_files_with_odd_names_to_paths_of_windows() {
        String moves = SqlServerRestoreDatabase.moves(
                "restored",
                List.of(Map.of("LogicalName", "Bob's ]data", "Type", "D"), Map.of("LogicalName", "l", "Type", "L")),
                "C:\\Program Files\\MSSQL16.O'NEIL\\DATA\\",
                "D:\\log");

        assertThat(moves)
                .isEqualTo(", move N'Bob''s ]data' to N'C:\\Program Files\\MSSQL16.O''NEIL\\DATA\\restored_1.mdf'"
                        + ", move N'l' to N'D:\\log\\restored_2.ldf'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:sqlserver://h                                        | jdbc:sqlserver://h;databaseName=n
            jdbc:sqlserver://h:1;databaseName=bench;encrypt=true      | jdbc:sqlserver://h:1;encrypt=true;databaseName=n
            jdbc:sqlserver://h; DATABASE = {be;n}}ch} ;encrypt=false  | jdbc:sqlserver://h ;encrypt=false;databaseName=n
            jdbc:sqlserver://h\\i;encrypt=false;                       | jdbc:sqlserver://h\\i;encrypt=false;databaseName=n
            """)
    void connects_to_another_database_of_the_server(String url, String other) {
        assertThat(SqlServerRestorer.url(url, "n")).isEqualTo(other);
    }

    @Test
    void restores_the_newest_whole_database_in_a_file() {
        BackupSet newest = BackupSet.newest(
                BACKUP, List.of(header("1", "1"), header("1", "2"), header("2", "3"), header("5", "4")));

        assertThat(newest).isEqualTo(new BackupSet(2, 1_000));
    }

    @Test
    void weighs_a_backup_of_a_version_that_cannot_compress() {
        Map<String, String> header = Map.of("BackupType", "1", "Position", "1", "BackupSize", "3000");

        assertThat(BackupSet.newest(BACKUP, List.of(header)).bytes()).isEqualTo(3_000);
    }

    @Test
    void refuses_a_backup_of_no_whole_database() {
        assertThatThrownBy(() -> BackupSet.newest(BACKUP, List.of(header("2", "1"))))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "backup x.bak holds no whole database; RESTORE DATABASE needs one that BACKUP DATABASE made");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RESTORE DATABASE successfully processed 338 pages in 0.035 seconds (75.334 MB/sec).         | 0.035
            RESTORE DATABASE successfully processed 52345770 pages in 4095.016 seconds (99.866 MB/sec). | 4095.016
            RESTORE DATABASE hat erfolgreich 338 Seiten in 0,035 Sekunden verarbeitet (75,334 MB/s).    | 0.035
            RESTORE DATABASE 成功处理了 28154 页，花费 1.639 秒(134.195 MB/秒)。                            | 1.639
            """)
    void reads_the_servers_own_time_in_any_language(String message, double seconds) {
        SqlServerMessages messages = new SqlServerMessages();
        messages.add(4035, "Processed 336 pages for database 'x 1.5', file 'bench' on file 1.");
        assertThat(messages.seconds()).isEmpty();

        messages.add(3014, message);

        assertThat(messages.seconds()).hasValue(seconds);
        assertThat(messages.lines()).hasSize(2).last().isEqualTo(message);
    }

    @Test
    void takes_percentages_for_progress_and_nothing_else() {
        assertThat(SqlServerMessages.progress(3211, "30 percent processed.")).contains("30 %");
        assertThat(SqlServerMessages.progress(3211, "已处理百分之 5。")).contains("5 %");
        assertThat(SqlServerMessages.progress(4035, "Processed 2 pages for database 'x'."))
                .isEmpty();
    }

    @Test
    void finds_a_backup_that_only_the_server_has(@TempDir Path directory) throws Exception {
        Path note = directory.resolve("backup");
        Files.writeString(note, "a backup of Rowmark's on the server: rowmark_1.bak");
        Path own = Files.writeString(directory.resolve("own.bak"), "TAPE");

        assertThat(SqlServerRestoreDatabase.file(note)).isEqualTo("rowmark_1.bak");
        assertThat(SqlServerRestoreDatabase.file(own)).isEqualTo(own.toString());
        assertThat(SqlServerRestoreDatabase.file(Path.of("D:\\b\\x.bak"))).isEqualTo("D:\\b\\x.bak");
    }

    @ParameterizedTest
    @CsvSource({"\\var\\opt\\x.bak, /var/opt/x.bak", "\\\\nas\\b\\x.bak, \\\\nas\\b\\x.bak", "/var/x.bak, /var/x.bak"})
    void gives_a_server_on_linux_its_own_separators(String here, String there) {
        assertThat(SqlServerRestoreDatabase.onServer(here)).isEqualTo(there);
    }

    /** The server's own message follows the advice. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2(The system cannot find the file specified.) | the path is one of the server's own disks
            3(The system cannot find the path specified.) | the path is one of the server's own disks
            5(Access is denied.)                          | the account that the server runs as must be able to read
            """)
    void advises_on_paths_that_are_not_the_servers(String error, String advice) {
        assertThat(new SqlServerRestorer().explain("Cannot open backup device 'x'. Operating system error " + error))
                .hasValueSatisfying(line -> assertThat(line).contains(advice).doesNotContain("Cannot open"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Login failed",
                "Operating system error 21(The device is not ready.)",
                "Operating system error 32(The process cannot access the file because it is being used.)",
                "Operating system error 53(The network path was not found.)"
            })
    void advises_nothing_where_the_servers_message_is_enough(String failure) {
        assertThat(new SqlServerRestorer().explain(failure)).isEmpty();
    }

    private static Map<String, String> header(String type, String position) {
        return Map.of("BackupType", type, "Position", position, "BackupSize", "3000", "CompressedBackupSize", "1000");
    }
}
