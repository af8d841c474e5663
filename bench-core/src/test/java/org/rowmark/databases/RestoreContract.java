package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.restore.IndexState;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.db.restore.Restorer;
import org.rowmark.restore.Backup;
import org.rowmark.restore.BackupCache;
import org.rowmark.restore.Inventory;
import org.rowmark.restore.Restorers;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** What every way to restore must do, whatever the product. A subclass names the target. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RestoreContract {
    private static final double SCALE = 0.0005;
    public static final String RESTORED = "rowmark_restored";

    private final Target target;
    private final Restorer restorer;
    private final List<String> told = new ArrayList<>();

    private Server server;
    private RunningTarget site;
    private BackupCache backups;

    protected RestoreContract(String targetName) {
        this(DatabaseContract.builtIn(targetName));
    }

    protected RestoreContract(Target target) {
        this.target = target;
        restorer = Restorers.of(target.database()).orElseThrow();
    }

    protected final RunningTarget site() {
        return site;
    }

    @BeforeAll
    protected void start(@TempDir Path directory) throws IOException {
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        Path data = Files.createDirectories(directory.resolve("data"));
        Workspace workspace = new Workspace(data, directory.resolve("server.log"));
        server = RequiredServers.start(target, workspace);
        site = new RunningTarget(target, server.endpoint(), workspace, directory.resolve("programs.log"));
        backups = new BackupCache(Files.createDirectories(directory.resolve("backups")), told::add);
    }

    @AfterEach
    protected void dropWhatWasRestored() throws IOException, SQLException {
        restorer.drop(site, RESTORED);
    }

    @AfterAll
    protected void stop() throws IOException, SQLException {
        if (server != null) {
            backups.removeSource(site, restorer);
            server.close();
            Databases.named(target.database()).driver().release(server.endpoint());
        }
    }

    protected Stream<RestoreMethod> ways() {
        return Restorers.methods(target.database()).stream();
    }

    protected Stream<RestoreMethod> waysWithoutIndexes() {
        return ways().filter(way -> way.choices().contains(RestoreOption.INACTIVE_INDEXES));
    }

    @Test
    protected void has_a_usual_way_that_needs_nothing_more() throws SQLException {
        RestoreMethod usual = Restorers.method(target, Restorers.USUAL).orElseThrow();

        assertThat(usual.name()).isEqualTo(restorer.usualMethod(target));
        assertThat(usual.missing(site)).isEmpty();
    }

    @Test
    protected void builds_a_database_with_indexes_of_all_kinds() throws IOException, SQLException {
        Backup backup = backup(Restorers.method(target, Restorers.USUAL).orElseThrow());
        Inventory original = backup.original().orElseThrow().inventory();

        assertThat(original.tables()).hasSize(7);
        assertThat(original.tables().values()).allMatch(table -> table.rows() > 0);
        assertThat(original.activeIndexes()).isGreaterThanOrEqualTo(12);
        assertThat(original.foreignKeys()).isEqualTo(4);
        assertThat(original.orphans()).isZero();
        assertThat(backup.bytes()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("ways")
    protected void restores_all_rows_and_indexes(RestoreMethod way) throws IOException, SQLException {
        Backup backup = backup(way);
        RestoreJob job = job(backup, true, OptionalInt.empty());
        PreparedRestore restoring = way.prepare(site, job);
        assertThat(restorer.exists(site, RESTORED)).isFalse();

        long start = System.nanoTime();
        restoring.run();
        double seconds = (System.nanoTime() - start) / 1e9;

        assertThat(restorer.exists(site, RESTORED)).isTrue();
        Inventory restored = Inventory.of(restorer.endpoint(site, RESTORED), restorer);
        backup.original().orElseThrow().inventory().requireSame(restored, true);
        assertThat(restored.orphans()).isZero();
        assertThat(restorer.size(site, RESTORED)).isPositive();
        Map<String, Double> phases = restoring.phases();
        assertThat(phases.values()).allMatch(phase -> phase >= 0);
        assertThat(phases.values().stream().mapToDouble(Double::doubleValue).sum())
                .isLessThanOrEqualTo(seconds + 0.01);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("waysWithoutIndexes")
    protected void leaves_out_indexes_if_asked_to(RestoreMethod way) throws IOException, SQLException {
        Backup backup = backup(way);

        way.prepare(site, job(backup, false, OptionalInt.empty())).run();

        Inventory restored = Inventory.of(restorer.endpoint(site, RESTORED), restorer);
        backup.original().orElseThrow().inventory().requireSame(restored, false);
    }

    @ParameterizedTest
    @MethodSource("ways")
    protected void restores_again_after_what_was_restored_is_dropped(RestoreMethod way)
            throws IOException, SQLException {
        Backup backup = backup(way);

        for (int i = 0; i < 2; i++) {
            way.prepare(site, job(backup, true, OptionalInt.empty())).run();
            restorer.drop(site, RESTORED);
            assertThat(restorer.exists(site, RESTORED)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    protected void says_of_what_is_no_backup_that_it_is_none_and_leaves_nothing(RestoreMethod way)
            throws IOException, SQLException {
        assumePossible(way);
        Path garbage = Files.writeString(site.directory("not-a-backup.txt"), "Dear Sir or Madam,\n");

        assertThatThrownBy(() -> way.prepare(site, job(BackupCache.own(garbage), true, OptionalInt.empty()))
                        .run())
                .satisfies(failure -> assertThat(failure.getMessage())
                        .isNotBlank()
                        .doesNotContain("\n")
                        .hasSizeLessThan(400));

        restorer.drop(site, RESTORED);
        assertThat(restorer.exists(site, RESTORED)).isFalse();
    }

    /** What restores nothing would be the fastest restore of all. */
    @ParameterizedTest
    @MethodSource("ways")
    protected void takes_no_empty_file_for_a_backup(RestoreMethod way) throws IOException {
        assumePossible(way);
        Path empty = Files.write(site.directory("empty-backup.txt"), new byte[0]);

        assertThatThrownBy(() -> way.prepare(site, job(BackupCache.own(empty), true, OptionalInt.empty())))
                .message()
                .contains(empty.toString())
                .doesNotContain("\n");
    }

    @Test
    protected void notices_that_a_row_is_missing() throws IOException, SQLException {
        RestoreMethod way = Restorers.method(target, Restorers.USUAL).orElseThrow();
        Backup backup = backup(way);
        way.prepare(site, job(backup, true, OptionalInt.empty())).run();
        onRestored("delete from order_lines where id = 7");

        Inventory restored = Inventory.of(restorer.endpoint(site, RESTORED), restorer);

        assertThatThrownBy(() -> backup.original().orElseThrow().inventory().requireSame(restored, true))
                .hasMessageContaining("rows, in the original");
    }

    @Test
    protected void notices_that_a_value_differs() throws IOException, SQLException {
        RestoreMethod way = Restorers.method(target, Restorers.USUAL).orElseThrow();
        Backup backup = backup(way);
        way.prepare(site, job(backup, true, OptionalInt.empty())).run();
        onRestored("update order_lines set price = price + 1 where id = 7");

        Inventory restored = Inventory.of(restorer.endpoint(site, RESTORED), restorer);

        assertThatThrownBy(() -> backup.original().orElseThrow().inventory().requireSame(restored, true))
                .hasMessageContaining("other contents");
    }

    @Test
    protected void keeps_the_backup_for_the_next_run() throws IOException, SQLException {
        RestoreMethod way = Restorers.method(target, Restorers.USUAL).orElseThrow();
        Backup first = backup(way);
        told.clear();

        Backup second = backups.of(site, restorer, way, SCALE);

        assertThat(second).isEqualTo(first);
        assertThat(told).isEmpty();
    }

    protected final Backup backup(RestoreMethod way) throws IOException, SQLException {
        assumePossible(way);
        return backups.of(site, restorer, way, SCALE);
    }

    protected final RestoreJob job(Backup backup, boolean indexes, OptionalInt pageSize) {
        return new RestoreJob(backup.path(), RESTORED, indexes, pageSize, OptionalInt.empty(), 1, progress -> {});
    }

    protected final List<IndexState> restoredIndexes() throws SQLException {
        return Drivers.ask(restoredEndpoint(), restorer::indexes);
    }

    protected final org.rowmark.targets.Endpoint restoredEndpoint() {
        try {
            return restorer.endpoint(site, RESTORED);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void assumePossible(RestoreMethod way) {
        assumeTrue(
                way.missing(site).isEmpty(), () -> "needs " + way.missing(site).orElseThrow());
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
