package org.rowmark.databases.mysql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Counter;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Loader;
import org.rowmark.db.Monitor;
import org.rowmark.db.RowSource;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** What MySQL and MariaDB have in common. Settings are the server's options. */
public abstract class MySqlFamily implements Database, Launcher, Monitor, DriverAdapter, Loader {
    /** The driver of the product's own makers. */
    abstract MySqlDriver bundledDriver();

    /** The servers that come as artifacts, by version. */
    public abstract Map<String, BinaryDistribution> distributions();

    /** The image of a container whose target names none. */
    abstract String image();

    /** The server's program, by its names, newest first. */
    abstract List<String> programs();

    /** The Debian package that holds it. */
    abstract String debianPackage();

    /** Whether the program is a server of this product; the two share a name. */
    abstract boolean isOurs(MySqlProgram program);

    /** Makes the first files of a server in an empty directory, with a root without password for 127.0.0.1 too. */
    abstract void initialise(MySqlServer server, MySqlProgram program, Path data) throws IOException;

    /** The options that only this product has or needs. */
    abstract List<String> options(MySqlServer server, MySqlProgram program);

    @Override
    public Dialect dialect() {
        return new MySqlDialect();
    }

    @Override
    public Set<Feature> features() {
        return MySqlFeatures.AT_BEST;
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        return MySqlFeatures.of(connection);
    }

    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return MySqlDriver.properties(mode);
    }

    @Override
    public Launcher launcher() {
        return this;
    }

    @Override
    public Monitor monitor() {
        return this;
    }

    @Override
    public DriverAdapter driver() {
        return this;
    }

    @Override
    public Loader loader() {
        return this;
    }

    @Override
    public Optional<String> missing(Target target) {
        return switch (target.server()) {
            case LOCAL ->
                new MySqlHome(target.source().map(Path::of)).find(programs()).isPresent()
                        ? Optional.empty()
                        : Optional.of(String.join(" or ", programs())
                                + target.source()
                                        .map(home -> " in " + home)
                                        .orElse(" (on Debian: apt-get install " + debianPackage() + ")"));
            case ARTIFACT -> MySqlHome.distribution(target, distributions()).missing();
            case CONTAINER -> Containers.missing();
            default -> Optional.empty();
        };
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL, ARTIFACT -> ServerStarts.local(target, workspace, this::startPrivate);
            case CONTAINER -> {
                MySqlServer.checkSettings(target);
                MySqlDriver through = MySqlDriver.of(target, bundledDriver());
                yield Containers.start(target, workspace, MySqlContainer.recipe(target, image(), through));
            }
            case EXTERNAL -> ServerStarts.external(target);
            default -> throw ServerStarts.unknownKind(target, "local, artifact, container or external");
        };
    }

    private Server startPrivate(Target target, Workspace workspace) throws IOException {
        MySqlServer.checkSettings(target);
        MySqlHome home = MySqlHome.of(target, distributions());
        MySqlServer server = new MySqlServer(target, workspace, home, MySqlDriver.of(target, bundledDriver()));
        server.checkWayIn();
        MySqlProgram program = MySqlProgram.at(home.program(target, programs(), debianPackage()), workspace);
        if (!isOurs(program)) {
            throw target.problem(program.path() + " is not " + name() + " but a server of version " + program.version()
                    + "; name another installation with home:");
        }
        Path data =
                ServerStarts.filledOnce(workspace.data(), "data", directory -> initialise(server, program, directory));
        return server.start(program.path(), data, options(server, program));
    }

    @Override
    public void load(Connection connection, RowSource rows) throws SQLException {
        if (MySqlLoader.isAllowed(connection)) {
            MySqlLoader.load(connection, rows);
        } else {
            rows.insertInBatches(connection, dialect());
        }
    }

    @Override
    public Optional<RuntimeSettings> settings() {
        return Optional.of(new MySqlSettings());
    }

    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return MySqlCounters.of(connection);
    }

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        return MySqlFacts.of(connection);
    }
}
