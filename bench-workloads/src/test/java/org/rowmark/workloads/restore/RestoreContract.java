package org.rowmark.workloads.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** What every restore method must do, whatever the product. A subclass names the target. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RestoreContract {
    private static final double SCALE = 0.0005;
    public static final String RESTORED = "rowmark_restored";

    private final Target target;
    private final Restorer restorer;
    private final List<String> progress = new ArrayList<>();

    private Server server;
    private RunningTarget running;
    private BackupCache backups;

    protected RestoreContract(String targetName) {
        this(DatabaseContract.builtIn(targetName));
    }

    protected RestoreContract(Target target) {
        this.target = target;
        restorer = restorer(target.database());
    }

    /** The restorer of that database. */
    public static Restorer restorer(String database) {
        return Restorer.of(database).orElseThrow();
    }

    protected final RunningTarget running() {
        return running;
    }

    protected final Restorer restorer() {
        return restorer;
    }

    protected final RestoreMethod method(String name) {
        return restorer.method(name).orElseThrow();
    }

    protected final RestoreMethod usual() {
        return method(restorer.usualMethod());
    }

    @BeforeAll
    protected void start(@TempDir Path directory) throws IOException {
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        Path data = Files.createDirectories(directory.resolve("data"));
        Workspace workspace = new Workspace(data, directory.resolve("server.log"));
        server = RequiredServers.start(target, workspace);
        running = new RunningTarget(target, server.endpoint(), workspace, directory.resolve("programs.log"));
        backups = new BackupCache(Files.createDirectories(directory.resolve("backups")), progress::add);
    }

    @AfterEach
    protected void dropWhatWasRestored() throws IOException, SQLException {
        restorer.drop(running, RESTORED);
    }

    @AfterAll
    protected void stop() throws IOException, SQLException {
        if (server != null) {
            backups.removeSource(running, restorer);
            server.close();
            Databases.named(target.database()).driver().release(server.endpoint());
        }
    }

    protected Stream<RestoreMethod> methods() {
        return restorer.methods().stream();
    }

    protected Stream<RestoreMethod> methodsWithoutIndexes() {
        return methods().filter(method -> method.choices().contains(RestoreJob.Option.INACTIVE_INDEXES));
    }

    @Test
    protected void has_a_usual_method_that_needs_nothing_more() throws IOException, SQLException {
        assertThat(usual().missing(running)).isEmpty();
    }

    @Test
    protected void builds_a_database_with_indexes_of_all_kinds() throws IOException, SQLException {
        Backup backup = backup(usual());
        Inventory original = backup.original().orElseThrow().inventory();

        assertThat(original.tables()).hasSize(7);
        assertThat(original.tables().values()).allMatch(table -> table.rows() > 0);
        assertThat(original.activeIndexes()).isGreaterThanOrEqualTo(12);
        assertThat(original.foreignKeys()).isEqualTo(4);
        assertThat(original.orphans()).isZero();
        assertThat(backup.bytes()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("methods")
    protected void restores_all_rows_and_indexes(RestoreMethod method) throws IOException, SQLException {
        Backup backup = backup(method);
        RestoreJob job = job(backup, true, OptionalInt.empty());
        PreparedRestore restoring = ExplainedRestore.prepare(restorer, method, running, job);
        assertThat(restorer.exists(running, RESTORED)).isFalse();

        long start = System.nanoTime();
        restoring.run();
        double seconds = (System.nanoTime() - start) / 1e9;

        assertThat(restorer.exists(running, RESTORED)).isTrue();
        Inventory restored = Inventory.of(restorer.endpoint(running, RESTORED), restorer);
        backup.original().orElseThrow().inventory().requireSame(restored, true);
        assertThat(restored.orphans()).isZero();
        assertThat(restorer.size(running, RESTORED)).isPositive();
        Map<String, Double> phases = restoring.phases();
        assertThat(phases).containsKey(PreparedRestore.DURABLE);
        assertThat(phases.values()).allMatch(phase -> phase >= 0);
        assertThat(phases.values().stream().mapToDouble(Double::doubleValue).sum())
                .isLessThanOrEqualTo(seconds + 0.01);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("methodsWithoutIndexes")
    protected void leaves_out_indexes_on_request(RestoreMethod method) throws IOException, SQLException {
        Backup backup = backup(method);

        method.prepare(running, job(backup, false, OptionalInt.empty())).run();

        Inventory restored = Inventory.of(restorer.endpoint(running, RESTORED), restorer);
        backup.original().orElseThrow().inventory().requireSame(restored, false);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("methods")
    protected void restores_again_after_the_restored_database_is_dropped(RestoreMethod method)
            throws IOException, SQLException {
        Backup backup = backup(method);

        for (int i = 0; i < 2; i++) {
            method.prepare(running, job(backup, true, OptionalInt.empty())).run();
            restorer.drop(running, RESTORED);
            assertThat(restorer.exists(running, RESTORED)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    protected void refuses_a_file_that_is_no_backup_and_leaves_nothing(RestoreMethod method)
            throws IOException, SQLException {
        assumePossible(method);
        Path garbage = Files.writeString(running.directory("not-a-backup.txt"), "Dear Sir or Madam,\n");

        assertThatThrownBy(() -> method.prepare(running, job(garbage)).run())
                .satisfies(failure -> assertThat(failure.getMessage())
                        .isNotBlank()
                        .doesNotContain("\n")
                        .hasSizeLessThan(400));

        restorer.drop(running, RESTORED);
        assertThat(restorer.exists(running, RESTORED)).isFalse();
    }

    /** A restore of nothing would be the fastest of all. */
    @ParameterizedTest
    @MethodSource("methods")
    protected void refuses_an_empty_file(RestoreMethod method) throws IOException, SQLException {
        assumePossible(method);
        Path empty = Files.write(running.directory("empty-backup.txt"), new byte[0]);

        assertThatThrownBy(() -> method.prepare(running, job(empty)))
                .message()
                .contains(empty.toString())
                .doesNotContain("\n");
    }

    @Test
    protected void notices_that_a_row_is_missing() throws IOException, SQLException {
        RestoreMethod method = usual();
        Backup backup = backup(method);
        method.prepare(running, job(backup, true, OptionalInt.empty())).run();
        onRestored("delete from order_lines where id = 7");

        Inventory restored = Inventory.of(restorer.endpoint(running, RESTORED), restorer);

        assertThatThrownBy(() -> backup.original().orElseThrow().inventory().requireSame(restored, true))
                .hasMessageContaining("rows, in the original");
    }

    @Test
    protected void notices_that_a_value_differs() throws IOException, SQLException {
        RestoreMethod method = usual();
        Backup backup = backup(method);
        method.prepare(running, job(backup, true, OptionalInt.empty())).run();
        onRestored("update order_lines set price = price + 1 where id = 7");

        Inventory restored = Inventory.of(restorer.endpoint(running, RESTORED), restorer);

        assertThatThrownBy(() -> backup.original().orElseThrow().inventory().requireSame(restored, true))
                .hasMessageContaining("other contents");
    }

    @Test
    protected void keeps_the_backup_for_the_next_run() throws IOException, SQLException {
        RestoreMethod method = usual();
        Backup first = backup(method);
        progress.clear();

        Backup second = backups.of(running, restorer, method, SCALE);

        assertThat(second).isEqualTo(first);
        assertThat(progress).isEmpty();
    }

    protected final Backup backup(RestoreMethod method) throws IOException, SQLException {
        assumePossible(method);
        return backups.of(running, restorer, method, SCALE);
    }

    protected final RestoreJob job(Backup backup, boolean indexes, OptionalInt pageSize) {
        return new RestoreJob(backup.path(), RESTORED, indexes, pageSize, OptionalInt.empty(), 1, line -> {});
    }

    /** A restore of a backup with all options at their defaults. */
    public static RestoreJob job(Path backup) {
        return new RestoreJob(backup, RESTORED, true, OptionalInt.empty(), OptionalInt.empty(), 1, line -> {});
    }

    protected final List<IndexState> restoredIndexes() throws SQLException {
        return Drivers.query(restoredEndpoint(), restorer::indexes);
    }

    protected final Endpoint restoredEndpoint() {
        try {
            return restorer.endpoint(running, RESTORED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assumePossible(RestoreMethod method) throws IOException, SQLException {
        Optional<String> missing = method.missing(running);
        assumeTrue(missing.isEmpty(), () -> "needs " + missing.orElseThrow());
    }

    private void onRestored(String sql) throws SQLException {
        try (Connection connection = Drivers.connect(restoredEndpoint(), ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
        } finally {
            Databases.named(target.database()).driver().release(restoredEndpoint());
        }
    }
}
