package org.rowmark.workloads.restore.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;

/** Output of gbak, failures and paths, without a server. */
class FirebirdRestoreTextTest {
    /** As version 3.0.11 writes it; most lines are left out. */
    private static final List<String> PRINTED = List.of(
            "gbak:    time     delta  reads  writes ",
            "gbak:    0.000  0.000      0      0 opened file x.fbk",
            "gbak:    0.052  0.003     12     40 restoring data for table CUSTOMERS",
            "gbak:    0.060  0.008      0      1    10000 records restored",
            "gbak:    0.061  0.001      0      1    10500 records restored",
            "gbak:    0.070  0.009      0      1 restoring data for table ORDERS",
            "gbak:    0.552  0.400      0     12 creating indexes",
            "gbak:    0.553  0.001      0      0 activating and creating deferred index PK_CUSTOMERS",
            "gbak:    0.653  0.100      9     20 activating and creating deferred index FK_ORDERS_CUSTOMER",
            "gbak:    0.752  0.099      9     20 fixing views dbkey length",
            "gbak:    0.760  0.000     30     93 total statistics",
            "gbak:finishing, closing, and going home",
            "gbak:adjusting the ONLINE and FORCED WRITES flags");

    private final List<String> progress = new ArrayList<>();

    @Test
    void phases_are_timed_by_the_servers_clock() throws IOException {
        VerboseRestore restore = restore(PRINTED);

        restore.run();

        assertThat(restore.phases())
                .containsOnlyKeys(PreparedRestore.SCHEMA, PreparedRestore.DATA, PreparedRestore.INDEXES);
        assertThat(restore.phases().get(PreparedRestore.SCHEMA)).isEqualTo(0.052, within(1e-9));
        assertThat(restore.phases().get(PreparedRestore.DATA)).isEqualTo(0.5, within(1e-9));
        assertThat(restore.phases().get(PreparedRestore.INDEXES)).isEqualTo(0.2, within(1e-9));
    }

    @Test
    void progress_is_shown_by_table_records_and_index() throws IOException {
        restore(PRINTED).run();

        assertThat(progress)
                .containsExactly(
                        "table 1, CUSTOMERS",
                        "table 1, CUSTOMERS, 10000 records",
                        "table 1, CUSTOMERS, 10500 records",
                        "table 2, ORDERS",
                        "index 1, PK_CUSTOMERS",
                        "index 2, FK_ORDERS_CUSTOMER");
    }

    @Test
    void lines_without_times_have_no_phases() throws IOException {
        VerboseRestore restore = restore(List.of(
                "gbak:restoring data for table T",
                "gbak:creating indexes",
                "gbak:fixing views dbkey length",
                "gbak:finishing, closing, and going home"));

        restore.run();

        assertThat(restore.phases()).isEmpty();
    }

    @Test
    void a_database_of_one_table_is_complete_without_times_as_well() throws IOException {
        VerboseRestore restore = restore(List.of(
                "gbak:restoring data for table T", "gbak:creating indexes", "gbak:finishing, closing, and going home"));

        restore.run();

        assertThat(restore.phases()).isEmpty();
    }

    @Test
    void a_restore_without_its_last_line_is_not_complete() {
        List<String> lines = new ArrayList<>(PRINTED.subList(0, 5));
        lines.add("gbak: ERROR:disk is gone");

        assertThatThrownBy(restore(lines)::run)
                .isInstanceOf(IOException.class)
                .hasMessage("the restore ended before it was complete: ERROR:disk is gone");
    }

    private VerboseRestore restore(List<String> lines) {
        return new VerboseRestore(progress::add, lines::forEach);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    gbak: ERROR:Expected backup version 1..8.  Found 10 | its format is 10, and this version reads formats up to 8
                    gbak: ERROR:expected backup description record | no backup by gbak
                    gbak: ERROR:Your user name and password are not defined. Ask your database administrator | refused the user's name or password
                    gbak: ERROR:Page size specified (32768) greater than limit (16384 bytes) | no pages of 32768 bytes; use 4096, 8192 or 16384
                    expected page size, encountered "65536" | no version of Firebird has pages of 65536 bytes
                    Attempt to set in database number of buffers which is out of acceptable range [50:2147483646] | takes 50 to 2147483646 page buffers
                    I/O error during "write" operation for file "x" Error while trying to write to file No space left on device | the disk is full
                    gbak: ERROR:Backup incomplete | cut short
                    gbak: ERROR:cannot open backup file /home/me/x.fbk | cannot open the backup /home/me/x.fbk: its user must be able to read
                    """)
    void failures_say_what_they_mean_and_what_to_do(String failure, String meaning) {
        assertThat(new FirebirdRestorer().explain(failure))
                .hasValueSatisfying(
                        message -> assertThat(message).contains(meaning.strip()).doesNotContain("$"));
    }

    @Test
    void other_failures_speak_for_themselves() {
        assertThat(new FirebirdRestorer().explain("violation of FOREIGN KEY constraint"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:firebirdsql://db1:3051//data/own.fdb, /data/rowmark_restored.fdb",
        "jdbc:firebirdsql:db1/3051:/data/own.fdb, /data/rowmark_restored.fdb",
        "jdbc:firebirdsql://db1/C:/data/own.fdb, C:/data/rowmark_restored.fdb",
        "jdbc:firebirdsql://db1/C:\\data\\own.fdb, C:\\data\\rowmark_restored.fdb"
    })
    void a_database_is_restored_beside_the_targets_own(String url, String path) {
        assertThat(FirebirdRestorer.path(running(url), "rowmark_restored")).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?encoding=UTF8&wireCrypt=DISABLED", "?wireCrypt=REQUIRED;encoding=UTF8"})
    void the_urls_parameters_count_for_what_is_restored_as_well(String parameters) {
        RunningTarget running = running("jdbc:firebirdsql://db1//d/own.fdb" + parameters);

        assertThat(FirebirdAddress.of(running.endpoint()).url("/d/r.fdb"))
                .isEqualTo("jdbc:firebirdsql://db1:3050//d/r.fdb" + parameters);
    }

    /** The driver itself goes to a server of this machine then, gbak would open the file without one. */
    @ParameterizedTest
    @CsvSource({
        "jdbc:firebirdsql:/d/own.fdb, localhost/3050:/d/r.fdb",
        "jdbc:firebirdsql:java:/d/own.fdb, localhost/3050:/d/r.fdb",
        "jdbc:firebirdsql:native:/d/own.fdb, /d/r.fdb"
    })
    void a_url_without_a_host_is_of_this_machines_server_or_of_no_server(String url, String connection) {
        assertThat(FirebirdAddress.of(running(url).endpoint()).connection("/d/r.fdb"))
                .isEqualTo(connection);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gbak-tcp", "gbak-service", "api-service", "api-streaming"})
    void beside_an_alias_there_is_no_place(String name) throws Exception {
        RunningTarget running = running("jdbc:firebirdsql://localhost/employee");

        assertThat(method(name).missing(running))
                .hasValue("the path of the database's file in url:, beside which another one goes; 'employee' is an"
                        + " alias");
        assertThatThrownBy(() -> FirebirdRestorer.path(running, "rowmark_restored"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("target 'ours': needs the path of the database's file in url:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gbak-service", "api-service"})
    void a_server_elsewhere_restores_only_what_is_on_its_disk(String name) throws IOException {
        RunningTarget elsewhere = running("jdbc:firebirdsql://db1//data/own.fdb");
        RestoreJob theirs = job(Path.of("/their/disk/own.fbk"));

        assertThat(FirebirdRestorer.backupOnServer(elsewhere, theirs)).isEqualTo("/their/disk/own.fbk");
        assertThatThrownBy(() -> method(name).backUp(elsewhere, "rowmark_source", Path.of("x.fbk")))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "target 'ours': this restore method needs the backup on the server's own disk; name it with --backup,"
                                + " or leave the method out");
    }

    @Test
    void a_server_in_a_container_reads_no_disk_of_ours() throws Exception {
        Endpoint own = running("jdbc:firebirdsql://localhost:3050//var/lib/firebird/data/rowmark.fdb")
                .endpoint();
        Target container = Target.builtIn("ours", "firebird", ServerKind.CONTAINER);
        RunningTarget running = new RunningTarget(container, own, workspace(), Path.of("out"));

        assertThat(method("gbak-service").missing(running))
                .hasValue("a server that reads this machine's disk, and one in a container has its own");
        assertThat(FirebirdRestorer.path(running, "rowmark_restored"))
                .isEqualTo("/var/lib/firebird/data/rowmark_restored.fdb");
    }

    private static RestoreJob job(Path backup) {
        return new RestoreJob(
                backup, "rowmark_restored", true, OptionalInt.empty(), OptionalInt.empty(), 1, progress -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"api-service", "api-streaming"})
    void jaybirds_managers_are_those_of_the_bundled_driver(String name) throws Exception {
        Endpoint own = running("jdbc:firebirdsql://db1//data/own.fdb").endpoint();
        Endpoint other = new Endpoint(
                own.database(), own.url(), own.user(), own.password(), List.of(Path.of("other.jar")), Map.of());

        assertThat(method(name).missing(new RunningTarget(target(own.url()), other, workspace(), Path.of("out"))))
                .hasValueSatisfying(lack -> assertThat(lack).contains("the driver that comes with Rowmark"));
    }

    private static RestoreMethod method(String name) {
        return new FirebirdRestorer().method(name).orElseThrow();
    }

    private static RunningTarget running(String url) {
        Endpoint endpoint = new Endpoint("firebird", url, Optional.empty(), Optional.empty(), List.of(), Map.of());
        return new RunningTarget(target(url), endpoint, workspace(), Path.of("out"));
    }

    private static Target target(String url) {
        return Target.external("ours", "firebird", url);
    }

    private static Workspace workspace() {
        return new Workspace(Path.of("data"), Path.of("log"));
    }
}
