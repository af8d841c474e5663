package org.rowmark.workloads.restore.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.Backup;
import org.rowmark.workloads.restore.Inventory;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreContract;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;

/** Every method of restoring on a private server. */
class MariaDbRestoreTest extends RestoreContract {
    private final RestoreMethod client = method("mariadb-client");
    private final RestoreMethod tab = method("tab");
    private final RestoreMethod files = method("mariadb-backup");

    MariaDbRestoreTest() {
        super("mariadb");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void tab_reports_phases_and_tables_whatever_the_number_of_jobs(int jobs) throws IOException, SQLException {
        Backup backup = backup(tab);
        List<String> lines = new ArrayList<>();
        RestoreJob one = job(backup, true, OptionalInt.empty());
        PreparedRestore restoring = tab.prepare(
                running(),
                new RestoreJob(one.backup(), one.name(), true, one.pageSize(), one.buffers(), jobs, lines::add));

        restoring.run();

        assertThat(restoring.phases())
                .containsOnlyKeys(PreparedRestore.SCHEMA, PreparedRestore.DATA, PreparedRestore.INDEXES);
        assertThat(lines).hasSize(7 + 10).contains("indexes and keys of orders");
        assertThat(lines).anyMatch(line -> line.matches("table 7 of 7, \\w+"));
        Inventory restored = Inventory.of(restoredEndpoint(), restorer());
        backup.original().orElseThrow().inventory().requireSame(restored, true);
    }

    @Test
    void tab_without_indexes_leaves_primary_keys_only() throws IOException, SQLException {
        PreparedRestore restoring = tab.prepare(running(), job(backup(tab), false, OptionalInt.empty()));

        restoring.run();

        assertThat(restoring.phases()).containsOnlyKeys(PreparedRestore.SCHEMA, PreparedRestore.DATA);
        assertThat(restoredIndexes()).hasSize(7).allMatch(index -> index.name().equals("PRIMARY"));
    }

    @Test
    void the_client_reports_how_much_it_has_read() throws IOException, SQLException {
        Backup backup = backup(client);
        List<String> lines = new ArrayList<>();
        RestoreJob one = job(backup, true, OptionalInt.empty());

        client.prepare(
                        running(),
                        new RestoreJob(one.backup(), one.name(), true, one.pageSize(), one.buffers(), 1, lines::add))
                .run();

        assertThat(lines)
                .isNotEmpty()
                .allMatch(line -> line.matches("\\d+ of " + backup.bytes() / 1_000_000 + " MB read"));
    }

    @Test
    void restores_the_files_of_a_server_as_a_second_one() throws IOException, SQLException {
        List<String> lines = new ArrayList<>();
        RestoreJob one = job(backup(files), true, OptionalInt.empty());
        PreparedRestore restoring = files.prepare(
                running(),
                new RestoreJob(one.backup(), one.name(), true, one.pageSize(), one.buffers(), 1, lines::add));

        restoring.run();

        assertThat(restoring.phases()).containsOnlyKeys(PreparedRestore.DATA);
        assertThat(lines).contains("copying rowmark_source/orders.ibd").endsWith("starting the server");
        assertThat(restoredEndpoint().url())
                .isNotEqualTo(running().endpoint().url())
                .endsWith("/rowmark_source");
        Endpoint second = restoredEndpoint();
        restorer().drop(running(), one.name());
        assertThat(restorer().exists(running(), one.name())).isFalse();
        assertThat(catchThrowable(
                        () -> Drivers.connect(second, ConnectionMode.PLAIN).close()))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void the_second_server_of_a_fork_is_reached_through_the_targets_driver(@TempDir Path directory)
            throws IOException, SQLException {
        Target target = running().target().withDriver(List.of("org.mariadb.jdbc:mariadb-java-client:2.7.12"));
        RunningTarget asked = new RunningTarget(
                target,
                DriverJars.endpoint(target, running().endpoint().url())
                        .as("root", running().endpoint().password().orElseThrow()),
                running().workspace(),
                running().output());
        EndpointFile.write(directory.resolve("endpoint"), asked);
        RunningTarget fork = EndpointFile.read(directory.resolve("endpoint"));
        RestoreJob job = job(backup(files), true, OptionalInt.empty());

        files.prepare(fork, job).run();

        Endpoint second = restorer().endpoint(fork, job.name());
        assertThat(second.url()).endsWith("/rowmark_source");
        assertThat(Drivers.<String>query(
                        second, connection -> connection.getMetaData().getDriverVersion()))
                .isEqualTo("2.7.12");
    }

    @Test
    void files_that_are_not_ready_are_not_copied(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("xtrabackup_checkpoints"), "backup_type = full-backuped\n");

        assertThat(catchThrowable(() -> files.prepare(running(), job(directory))))
                .isInstanceOf(UsageException.class)
                .hasMessage(directory + " is not ready to be copied back; run mariadb-backup --prepare --target-dir="
                        + directory);
    }

    @Test
    void a_server_of_somebody_else_on_this_machine_writes_files_too() throws IOException, SQLException {
        RunningTarget theirs = theirs(running());
        Path backup = theirs.directory("their-files");

        assertThat(tab.missing(theirs)).isEmpty();
        assertThat(files.missing(theirs).orElseThrow()).startsWith("a server that Rowmark starts");
        backup(tab); // there is a database to back up then
        tab.backUp(theirs, "rowmark_source", backup);
        tab.prepare(theirs, job(backup)).run();

        assertThat(restoredIndexes()).hasSizeGreaterThan(12);
    }

    @Test
    void a_server_that_may_not_write_anywhere_is_no_server_for_tab(@TempDir Path directory)
            throws IOException, SQLException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Target target = DatabaseContract.builtIn("mariadb").withSettings(Map.of("secure-file-priv", data.toString()));
        Workspace workspace = new Workspace(data, directory.resolve("server.log"));
        try (Server server = RequiredServers.start(target, workspace)) {
            Workspace elsewhere = new Workspace(directory, directory.resolve("server.log"));
            RunningTarget running =
                    new RunningTarget(target, server.endpoint(), elsewhere, directory.resolve("programs.log"));

            assertThat(tab.missing(running).orElseThrow())
                    .startsWith("a server on this machine that writes files for --tab: ")
                    .contains("--secure-file-priv");
            assertThat(client.missing(running)).isEmpty();
        }
    }

    @Test
    void explains_that_a_file_is_no_dump() throws IOException {
        Path garbage = Files.writeString(running().directory("garbage.sql"), "Dear Sir or Madam,\n");
        Throwable failure =
                catchThrowable(() -> client.prepare(running(), job(garbage)).run());

        assertThat(restorer().explain(failure.getMessage()))
                .contains("the file is no SQL dump: the server does not understand how it begins");
    }

    private static RunningTarget theirs(RunningTarget running) {
        Target target = Target.external("theirs", "mariadb", running.endpoint().url());
        return new RunningTarget(target, running.endpoint(), running.workspace(), running.output());
    }
}
