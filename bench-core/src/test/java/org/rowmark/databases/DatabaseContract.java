package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** What every built-in target must do, whatever the product. A subclass names the target. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DatabaseContract implements DialectContract, LoadContract, SafetyContract, CountersContract {
    /**
     * A setting that the server takes and tells again.
     *
     * @param durability what the facts say of durability with that setting
     */
    public record Tried(String setting, String value, String durability) {}

    private final Database database;
    private final Target target;
    private final Tried tried;

    private Path directory;
    private Server server;
    private Set<Feature> features;

    /** The built-in target of that name. */
    protected DatabaseContract(String targetName, Tried tried) {
        this(builtIn(targetName), tried);
    }

    /** @param tried null for a server whose settings are not this test's to change */
    protected DatabaseContract(Target target, Tried tried) {
        this.target = target;
        this.tried = tried;
        database = Databases.named(target.database());
    }

    public static Target builtIn(String name) {
        return Databases.all().stream()
                .flatMap(each -> each.targets().stream())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public Target target() {
        return target;
    }

    @Override
    public Endpoint endpoint() {
        return server.endpoint();
    }

    @Override
    public Set<Feature> features() {
        return features;
    }

    /** False for databases that end with the process. */
    protected boolean keepsData() {
        return true;
    }

    @BeforeAll
    protected void start(@TempDir Path ofThisClass) throws IOException, SQLException {
        directory = ofThisClass;
        // As a run does: servers that refuse to run as root run as another user.
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        server = RequiredServers.start(target, workspace("shared"));
        features = Drivers.ask(server.endpoint(), database::features);
    }

    /** An embedded database is open in one process at a time, and some tests start another one. */
    @AfterEach
    protected void release() throws SQLException {
        database.driver().release(server.endpoint());
    }

    @AfterAll
    protected void stop() throws SQLException {
        if (server != null) {
            server.close();
            database.driver().release(server.endpoint());
        }
    }

    @Test
    protected void says_what_it_is() throws SQLException {
        ServerInfo facts = Drivers.ask(server.endpoint(), database.monitor()::info);

        assertThat(facts.version()).containsPattern("\\d");
        assertThat(facts.durability()).matches("commit waits for the disk: (yes|no|unknown) \\(.+\\)");
        if (target.server() != ServerKind.EXTERNAL) {
            assertThat(facts.version()).containsPattern("\\d+\\.\\d+");
            assertThat(facts.settings()).hasSizeBetween(5, 20);
        }
        assertThat(facts.settings().values()).doesNotContain("unknown").noneMatch(String::isBlank);
    }

    @Test
    protected void reports_a_page_size_that_is_a_power_of_two_if_any() throws SQLException {
        OptionalInt bytes = Drivers.ask(server.endpoint(), database.monitor()::pageSize);

        assertThat(bytes.orElse(4_096))
                .isBetween(512, 65_536)
                .satisfies(size -> assertThat(Integer.bitCount(size)).isEqualTo(1));
    }

    @Test
    protected void has_features_of_its_product_only() {
        assertThat(database.features()).containsAll(features);
    }

    @Test
    protected void keeps_texts_of_8000_bytes_and_extreme_numbers() throws SQLException {
        String text = "x".repeat(7_999) + "y";
        try (TestTable table = table("values_kept", 8_000, ConnectionMode.PLAIN)) {
            table.insert(Long.MIN_VALUE, Integer.MIN_VALUE, text);
            table.insert(Long.MAX_VALUE, Integer.MAX_VALUE, "");

            try (ResultSet rows = table.query("select id, a, txt from values_kept order by id")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isEqualTo(Long.MIN_VALUE);
                assertThat(rows.getInt(2)).isEqualTo(Integer.MIN_VALUE);
                assertThat(rows.getString(3)).isEqualTo(text);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isEqualTo(Long.MAX_VALUE);
                assertThat(rows.getInt(2)).isEqualTo(Integer.MAX_VALUE);
            }
        }
    }

    @Test
    protected void inserts_as_many_rows_in_one_statement_as_it_promises() throws SQLException {
        assumeThat(features).contains(Feature.MULTI_ROW_INSERT);
        String type = dialect().textType(120);
        int rows = dialect().maxRowsPerInsert(TestTable.COLUMNS.size());
        try (TestTable table = table("many_rows", 120, ConnectionMode.PLAIN)) {
            String insert = dialect()
                    .insertRows(
                            "many_rows",
                            TestTable.COLUMNS,
                            List.of(dialect().bigintType(), dialect().integerType(), type),
                            rows);
            try (PreparedStatement statement = table.connection().prepareStatement(insert)) {
                int parameter = 0;
                for (int row = 0; row < rows; row++) {
                    statement.setLong(++parameter, row);
                    statement.setInt(++parameter, -row);
                    statement.setString(++parameter, "row " + row);
                }
                assertThat(statement.executeUpdate()).isEqualTo(rows);
            }
            assertThat(table.count()).isEqualTo(rows);
            assertThat(table.number("select count(*) from many_rows where id = -a and id between 0 and " + (rows - 1)))
                    .isEqualTo(rows);
        }
    }

    @Test
    protected void empties_a_table_that_prepared_statements_go_on_using() throws SQLException {
        try (TestTable table = table("emptied", 120, ConnectionMode.PLAIN)) {
            table.insert(1, 1, "before");
            table.execute(dialect().emptyTable("emptied"));
            assertThat(table.count()).isZero();
            table.insert(1, 1, "after");
            assertThat(table.count()).isEqualTo(1);
        }
    }

    @Test
    protected void inserts_batches_in_every_connection_mode() throws SQLException {
        for (ConnectionMode mode : ConnectionMode.values()) {
            if (!serves(mode)) {
                continue;
            }
            try (TestTable table = table("batches", 120, mode)) {
                table.connection().setAutoCommit(false);
                for (int row = 0; row < 100; row++) {
                    table.fill(row, row, "row " + row);
                    table.statement().addBatch();
                }
                table.statement().executeBatch();
                table.connection().commit();
                assertThat(table.count()).as(mode.name()).isEqualTo(100);
                table.connection().setAutoCommit(true);
            }
        }
    }

    @Test
    protected void reads_all_rows_in_portions() throws SQLException {
        assumeThat(serves(ConnectionMode.CURSOR_FETCH)).as("cursors").isTrue();
        try (TestTable table = table("portions", 120, ConnectionMode.CURSOR_FETCH)) {
            table.connection().setAutoCommit(false);
            for (int row = 0; row < 500; row++) {
                table.fill(row, row, "row " + row);
                table.statement().addBatch();
            }
            table.statement().executeBatch();
            table.connection().commit();
            try (PreparedStatement statement =
                    table.connection().prepareStatement("select id from portions order by id")) {
                statement.setFetchSize(7);
                try (ResultSet rows = statement.executeQuery()) {
                    long next = 0;
                    while (rows.next()) {
                        assertThat(rows.getLong(1)).isEqualTo(next++);
                    }
                    assertThat(next).isEqualTo(500);
                }
            }
            table.connection().commit();
            table.connection().setAutoCommit(true);
        }
    }

    @Test
    protected void keeps_its_data_between_starts_and_leaves_no_process() throws Exception {
        assumeThat(keepsData()).as("keeps data").isTrue();
        assumeThat(target.server()).as("started by Rowmark").isNotEqualTo(ServerKind.EXTERNAL);
        Workspace workspace = workspace("restarted");
        Set<ProcessHandle> before = children();
        Server first = database.launcher().start(target, workspace);
        Set<ProcessHandle> started = childrenSince(before);
        assertThat(started.isEmpty()).isEqualTo(target.server() == ServerKind.EMBEDDED);
        try (first) {
            Drivers.ask(first.endpoint(), connection -> {
                TestTable.execute(
                        connection,
                        dialect().createTable("kept", "id " + dialect().bigintType() + " not null primary key"));
                return TestTable.execute(connection, "insert into kept (id) values (42)");
            });
        }
        assertGone(first, started);

        Server second = database.launcher().start(target, workspace);
        try (second) {
            String kept = Drivers.ask(
                    second.endpoint(), connection -> ServerInfoQueries.value(connection, "select id from kept"));
            assertThat(kept).isEqualTo("42");
            started = childrenSince(before);
        }
        assertGone(second, started);
        second.close();
    }

    @Test
    protected void can_be_opened_by_a_fork_after_the_parent_asked() throws Exception {
        ServerInfo facts = Drivers.ask(server.endpoint(), database.monitor()::info);

        Path working = Files.createDirectories(directory.resolve("fork"));
        Process fork = fork(working);
        String output = fork.inputReader().readLine();
        fork.getOutputStream().close();
        assertThat(fork.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(output).isEqualTo(facts.version());
        assertThat(working).as("working directory of the fork").isEmptyDirectory();

        assertThat(Drivers.ask(server.endpoint(), database.monitor()::info).version())
                .isEqualTo(facts.version());
    }

    @Test
    protected void can_be_opened_after_a_fork_was_killed() throws Exception {
        Process fork = fork(directory);
        String version = fork.inputReader().readLine();
        fork.destroyForcibly().waitFor();

        assertThat(Drivers.ask(server.endpoint(), database.monitor()::info).version())
                .isEqualTo(version);
    }

    /** A process that writes the server's version and stays connected until its input ends. */
    private Process fork(Path working) throws IOException {
        Path file = directory.resolve("endpoint");
        Workspace workspace = new Workspace(directory, directory.resolve("server.log"));
        EndpointFile.write(
                file, new RunningTarget(target, server.endpoint(), workspace, directory.resolve("programs.log")));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-D" + EndpointFile.PROPERTY + "=" + file,
                        "-Djava.io.tmpdir=" + directory, // what a driver unpacks stays when the fork is killed
                        Fork.class.getName())
                .directory(working.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    protected void refuses_an_unknown_setting_with_one_clear_line() throws IOException {
        Target wrong = targetWith("rowmark_bogus", "1");
        Throwable refusal = catchThrowable(
                () -> database.launcher().start(wrong, workspace("refused")).close());

        assertThat(refusal).hasMessageContaining("target '" + target.name() + "'");
        assertThat(refusal.getMessage().toLowerCase(java.util.Locale.ROOT)).contains("rowmark_bogus");
        assertThat(refusal.getMessage()).doesNotContain("\n");
    }

    @Test
    protected void applies_a_setting_and_tells_the_durability_that_follows() throws Exception {
        assumeThat(tried).as("a setting to try").isNotNull();
        try (Server set = database.launcher().start(targetWith(tried.setting, tried.value), workspace("set"))) {
            ServerInfo facts = Drivers.ask(set.endpoint(), database.monitor()::info);

            assertThat(facts.settings()).containsEntry(tried.setting, tried.value);
            assertThat(facts.durability()).isEqualTo("commit waits for the disk: " + tried.durability);
        }
    }

    /** Some endpoints lack the cursors that the driver would be told to use. */
    private boolean serves(ConnectionMode mode) {
        return mode != ConnectionMode.CURSOR_FETCH
                || features.contains(Feature.FETCH_SIZE)
                || database.driver().properties(mode).isEmpty();
    }

    private Target targetWith(String setting, String value) {
        return target.withSettings(Map.of(setting, value));
    }

    private TestTable table(String name, int textLength, ConnectionMode mode) throws SQLException {
        return new TestTable(database, server.endpoint(), name, textLength, mode);
    }

    private Workspace workspace(String name) throws IOException {
        Path data = Files.createDirectories(directory.resolve(name));
        return new Workspace(data, directory.resolve(name + ".log"));
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().descendants().collect(Collectors.toSet());
    }

    private static Set<ProcessHandle> childrenSince(Set<ProcessHandle> before) {
        Set<ProcessHandle> since = children();
        since.removeAll(before);
        return since;
    }

    private static void assertGone(Server server, Set<ProcessHandle> processes) {
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        Optional<Integer> port = port(server.endpoint());
        if (port.isPresent()) {
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port.get()).close())
                    .as("somebody listens on port " + port.get())
                    .isInstanceOf(ConnectException.class);
        }
    }

    private static Optional<Integer> port(Endpoint endpoint) {
        int authority = endpoint.url().indexOf("//127.0.0.1:");
        return authority < 0
                ? Optional.empty()
                : Optional.of(
                        URI.create("x:" + endpoint.url().substring(authority).split(";", 2)[0])
                                .getPort());
    }
}
