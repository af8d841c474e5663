package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.util.Secret;

/** What every built-in target must do, whatever the product. A subclass names the target. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DatabaseContract
        implements DialectContract,
                RoutineContract,
                TableContract,
                FetchContract,
                LoadContract,
                ProcessContract,
                SafetyContract,
                CountersContract {
    /**
     * A setting that the server takes and reports again.
     *
     * @param durability the durability in the facts with that setting
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
    public Path directory() {
        return directory;
    }

    @Override
    public Endpoint endpoint() {
        return server.endpoint();
    }

    @Override
    public Set<Feature> features() {
        return features;
    }

    @BeforeAll
    protected void start(@TempDir Path ofThisClass) throws IOException, SQLException {
        directory = ofThisClass;
        // As a run does: servers that refuse to run as root run as another user.
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        server = RequiredServers.start(target, workspace("shared"));
        features = Drivers.query(server.endpoint(), database::features);
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
    protected void names_itself_and_its_version() throws SQLException {
        ServerInfo facts = Drivers.query(server.endpoint(), database.monitor()::info);

        assertThat(facts.version()).containsPattern("\\d");
        assertThat(facts.durability()).matches("commit waits for the disk: (yes|no|unknown) \\(.+\\)");
        if (target.server() != ServerKind.EXTERNAL) {
            assertThat(facts.version()).containsPattern("\\d+\\.\\d+");
            assertThat(facts.settings()).hasSizeBetween(5, 25);
        }
        assertThat(facts.settings().values()).doesNotContain("unknown").noneMatch(String::isBlank);
    }

    @Test
    protected void reports_a_page_size_that_is_a_power_of_two_if_any() throws SQLException {
        OptionalInt bytes = Drivers.query(server.endpoint(), database.monitor()::pageSize);

        assertThat(bytes.orElse(4_096))
                .isBetween(512, 65_536)
                .satisfies(size -> assertThat(Integer.bitCount(size)).isEqualTo(1));
    }

    /** Every user of the machine can connect to a server on TCP. */
    @Test
    protected void lets_nobody_in_without_its_password() {
        assumeThat(target.server().isManaged() && target.transport() == Transport.TCP)
                .as("started by Rowmark, on TCP")
                .isTrue();
        Endpoint open = endpoint().as(endpoint().user().orElseThrow(), Secret.of(""));

        assertThat(catchThrowable(
                        () -> Drivers.connect(open, ConnectionMode.PLAIN).close()))
                .isInstanceOf(SQLException.class);
    }

    @Test
    protected void has_features_of_its_product_only() {
        assertThat(database.features()).containsAll(features);
    }

    @Test
    protected void refuses_an_unknown_setting_with_one_clear_line() throws IOException {
        Target wrong = targetWith("rowmark_bogus", "1");
        Throwable refusal = catchThrowable(
                () -> RequiredServers.start(wrong, workspace("refused")).close());

        assertThat(refusal).hasMessageContaining("target '" + target.name() + "'");
        assertThat(refusal.getMessage().toLowerCase(java.util.Locale.ROOT)).contains("rowmark_bogus");
        assertThat(refusal.getMessage()).doesNotContain("\n");
    }

    @Test
    protected void applies_a_setting_and_reports_the_durability_that_follows() throws Exception {
        assumeThat(tried).as("a setting to try").isNotNull();
        try (Server set = RequiredServers.start(targetWith(tried.setting, tried.value), workspace("set"))) {
            ServerInfo facts = Drivers.query(set.endpoint(), database.monitor()::info);

            assertThat(facts.settings()).containsEntry(tried.setting, tried.value);
            assertThat(facts.durability()).isEqualTo("commit waits for the disk: " + tried.durability);
        }
    }

    private Target targetWith(String setting, String value) {
        return target.withSettings(Map.of(setting, value));
    }
}
