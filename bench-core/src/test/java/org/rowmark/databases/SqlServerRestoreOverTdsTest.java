package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.tds.TdsServer;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.RunningTarget;
import org.rowmark.db.Target;
import org.rowmark.db.UsageException;
import org.rowmark.db.Workspace;
import org.rowmark.restore.RestoreJob;
import org.rowmark.restore.RestoreWay;
import org.rowmark.restore.Restorer;
import org.rowmark.restore.Restorers;
import org.rowmark.restore.Restoring;

/** The restore through Microsoft's driver, from an endpoint that says what SQL Server said. */
class SqlServerRestoreOverTdsTest {
    private static final String NAME = "rowmark_restored";

    private final RestoreWay way = Restorers.way("sqlserver", Restorers.USUAL).orElseThrow();
    private final Restorer restorer = Restorers.of("sqlserver").orElseThrow();

    @TempDir
    Path directory;

    private TdsServer server;
    private RunningTarget site;

    @BeforeEach
    void start() throws SQLException {
        server = TdsServer.start();
        Target target = SqlServerOverTdsTest.at(server.url());
        site = new RunningTarget(
                target,
                Endpoint.of(target, server.url()),
                new Workspace(directory, directory.resolve("log")),
                directory.resolve("programs.log"));
        set("EngineEdition", "3");
        set("ProductVersion", "16.0.4135.4");
        set("InstanceDefaultDataPath", "/var/opt/mssql/data/");
        set("InstanceDefaultLogPath", "/var/opt/mssql/data/");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void restores_what_it_backed_up_and_tells_percentages_as_they_come() throws Exception {
        Path note = directory.resolve("backup");
        way.backUp(site, "rowmark_source", note);
        String file = SqlServerFile.of(note).path();
        addFiles(file);
        assertThat(way.isThere(site, note)).isTrue();
        assertThat(way.size(site, note)).isEqualTo(1_000_000);
        List<String> told = new ArrayList<>();

        Restoring restoring = way.prepare(site, job(note, percentage -> {
            told.add(percentage);
            server.hear(percentage);
        }));
        assertThat(restorer.exists(site, NAME)).isFalse();
        restoring.run();

        assertThat(told).containsExactly("30 %", "61 %", "100 %");
        assertThat(restoring.phases()).isEqualTo(Map.of(Restoring.DATA, 0.035));
        assertThat(restorer.exists(site, NAME)).isTrue();
        assertThat(site.output())
                .content()
                .contains("RESTORE HEADERONLY: {BackupType=1, Position=1, SoftwareVersionMajor=16, BackupSize=3000000,")
                .contains("RESTORE FILELISTONLY: {LogicalName=bench, PhysicalName=/old/bench.mdf, Type=D}")
                .contains("restore database [rowmark_restored] from disk = N'" + file + "' with file = 1,"
                        + " move N'bench' to N'/var/opt/mssql/data/rowmark_restored_1.mdf',"
                        + " move N'bench_log' to N'/var/opt/mssql/data/rowmark_restored_2.ldf', replace, stats = 5")
                .contains("RESTORE DATABASE successfully processed 338 pages in 0.035 seconds (75.334 MB/sec).");
    }

    @Test
    void makes_and_drops_databases() throws Exception {
        restorer.drop(site, NAME);
        restorer.create(site, NAME);
        assertThat(restorer.exists(site, NAME)).isTrue();

        restorer.drop(site, NAME);

        assertThat(restorer.exists(site, NAME)).isFalse();
    }

    @Test
    void refuses_to_drop_the_targets_own_database() {
        assertThatThrownBy(() -> restorer.drop(site, "bench"))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'tds': its own database is called bench, as Rowmark calls one that it drops; name"
                        + " another one in the url");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            D:\\none.bak   | Cannot open backup device 'D:\\none.bak'. Operating system error 2(
            /b/letter.txt | The media family on device '/b/letter.txt' is incorrectly formed.
            """)
    void says_in_the_servers_words_and_one_line_why_a_file_cannot_be_read(String file, String words) {
        assertThatThrownBy(() -> way.prepare(site, job(Path.of(file), percentage -> {})))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the server cannot read the backup " + file + ": " + words)
                .hasMessageNotContaining("\n")
                .hasMessageNotContaining("ClientConnectionId");
        assertThat(way.isThere(site, Path.of(file))).isFalse();
    }

    /** What the server itself said stands behind the advice. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2(The system cannot find the file specified.) | the path is one of the server's own disks
            3(The system cannot find the path specified.) | the path is one of the server's own disks
            5(Access is denied.)                          | the account that the server runs as must be able to read
            """)
    void advises_on_paths_that_are_not_the_servers(String error, String advice) {
        assertThat(restorer.explain("Cannot open backup device 'x'. Operating system error " + error))
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
    void advises_nothing_where_the_server_says_it_all(String failure) {
        assertThat(restorer.explain(failure)).isEmpty();
    }

    /** Before it asks for the list of files, which a server cannot read in a backup of a later version. */
    @Test
    void refuses_a_backup_of_a_later_version_before_it_begins() throws Exception {
        Path note = directory.resolve("backup");
        way.backUp(site, "rowmark_source", note);
        set("ProductVersion", "15.0.2000.5");

        assertThatThrownBy(() -> way.prepare(site, job(note, percentage -> {})))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("was made by version 16 of SQL Server, and this server is version 15");
    }

    @Test
    void is_open_to_a_user_who_may_create_databases() {
        assertThat(way.missing(site)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            EngineEdition    | 5     | (EngineEdition 5) only the service itself restores
            EngineEdition    | 8     | a managed instance restores from URLs only
            EngineEdition    |       | SQL Server itself, and this is something else that speaks its protocol
            BabelfishVersion | 4.2.0 | SQL Server itself, and this is something else that speaks its protocol
            """)
    void is_not_open_where_nothing_is_restored_from_files(String property, String value, String reason)
            throws SQLException {
        set(property, value == null ? "" : value);

        assertThat(way.missing(site))
                .hasValueSatisfying(missing -> assertThat(missing).contains(reason));
    }

    @Test
    void is_not_open_on_an_endpoint_without_a_catalogue() {
        try (TdsServer bare = TdsServer.start(TdsServer.Lack.CATALOGUE)) {
            RunningTarget there =
                    new RunningTarget(site.target(), site.endpoint().at(bare.url()), site.workspace(), site.output());

            assertThat(way.missing(there))
                    .contains("SQL Server itself, and this is something else that speaks its protocol");
        }
    }

    private RestoreJob job(Path backup, Consumer<String> progress) {
        return new RestoreJob(backup, NAME, true, OptionalInt.empty(), OptionalInt.empty(), 1, progress);
    }

    private void set(String property, String value) throws SQLException {
        execute("delete from sys.server_properties where name = '" + property + "'");
        execute("insert into sys.server_properties values ('" + property + "', '" + value + "')");
    }

    private void addFiles(String device) throws SQLException {
        execute("insert into sys.backup_files values ('" + device + "', 'bench', '/old/bench.mdf', 'D'), ('" + device
                + "', 'bench_log', '/old/bench_log.ldf', 'L')");
    }

    private void execute(String sql) throws SQLException {
        Drivers.ask(site.endpoint(), connection -> {
            TestTable.execute(connection, sql);
            return null;
        });
    }
}
