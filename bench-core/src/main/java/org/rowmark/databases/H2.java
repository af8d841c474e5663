package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Feature;
import org.rowmark.db.LocalProcess;
import org.rowmark.db.Server;
import org.rowmark.db.ServerFacts;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.Workspace;

/**
 * H2, in the measuring JVM or in a JVM of its own. Settings are the engine's URL settings.
 *
 * <p>H2 answers a query that is repeated unchanged from its last result; that is no database work, so it is switched
 * off.
 */
@AutoService(Database.class)
public final class H2 implements Database {
    private static final String ALWAYS = ";OPTIMIZE_REUSE_RESULTS=0";
    private static final String IN_MEMORY = "jdbc:h2:mem:";
    private static final List<String> SETTINGS = List.of(
            "MODE",
            "WRITE_DELAY",
            "COMPRESS",
            "RETENTION_TIME",
            "QUERY_CACHE_SIZE",
            "ANALYZE_AUTO",
            "info.PAGE_SIZE",
            "info.CACHE_MAX_SIZE");

    @Override
    public String id() {
        return "h2";
    }

    @Override
    public String name() {
        return "H2";
    }

    @Override
    public List<Target> targets() {
        return List.of(
                Target.builtIn("h2", id(), ServerKind.EMBEDDED),
                Target.builtIn("h2-mem", id(), ServerKind.EMBEDDED).at(IN_MEMORY + "rowmark;DB_CLOSE_DELAY=-1"),
                Target.builtIn("h2-tcp", id(), ServerKind.LOCAL));
    }

    @Override
    public Dialect dialect() {
        return new Dialect() {};
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.MULTI_ROW_INSERT, Feature.FETCH_SIZE);
    }

    /** Rows cross a wire only where there is one. */
    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        boolean remote =
                url(connection).startsWith("jdbc:h2:tcp:") || url(connection).startsWith("jdbc:h2:ssl:");
        return remote ? features() : EnumSet.of(Feature.MULTI_ROW_INSERT);
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case EMBEDDED -> Starting.embedded(target, embedded(target, workspace));
            case LOCAL -> Starting.local(target, workspace, H2::startLocal);
            case EXTERNAL -> Starting.external(target);
            default -> throw Starting.unknownKind(target, "embedded, local or external");
        };
    }

    private static Endpoint embedded(Target target, Workspace workspace) {
        String url =
                target.url().orElseGet(() -> "jdbc:h2:file:" + workspace.data().resolve("rowmark"));
        return Starting.withDefaultUser(
                Endpoint.of(target, url + ALWAYS + Starting.urlSettings(target.settings())), "sa");
    }

    /** Absolute, because the server runs in another directory. */
    private static String ownClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The server runs on this JVM's Java; its database stays open between connections, as servers' databases do. */
    private static Server startLocal(Target target, Workspace workspace) throws IOException {
        int port = LocalProcess.freePort();
        List<Path> driver = Endpoint.of(target, IN_MEMORY).driver();
        String classPath = driver.isEmpty()
                ? ownClassPath()
                : driver.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> words = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                "-Dh2.bindAddress=127.0.0.1",
                "org.h2.tools.Server",
                "-tcp",
                "-tcpPort",
                Integer.toString(port),
                "-baseDir",
                workspace.data().toString(),
                "-ifNotExists");
        LocalProcess process = LocalProcess.start(
                new LocalProcess.Command(words, workspace.data(), workspace.log()),
                LocalProcess.Stop.terminate(Duration.ofSeconds(20)));
        String host = "jdbc:h2:tcp://127.0.0.1:" + port;
        String database = host + "/./rowmark;DB_CLOSE_DELAY=-1" + ALWAYS + Starting.urlSettings(target.settings());
        return Starting.answering(
                target,
                process,
                // not the database itself: it takes its settings from who opens it first
                Starting.withDefaultUser(Endpoint.of(target, host + "/mem:ready"), "sa"),
                Starting.withDefaultUser(Endpoint.of(target, database), "sa"));
    }

    /** Ends a database in memory, so that the next target's settings are not those of the last. */
    @Override
    public void release(Endpoint endpoint) throws SQLException {
        if (endpoint.url().startsWith(IN_MEMORY)) {
            try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN);
                    Statement statement = connection.createStatement()) {
                statement.execute("shutdown");
            }
        }
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        Map<String, String> settings = Facts.pairs(
                connection,
                "select setting_name, setting_value from information_schema.settings where setting_name in ("
                        + Facts.quoted(SETTINGS) + ")");
        String durability = url(connection).startsWith(IN_MEMORY)
                ? "in memory"
                : "WRITE_DELAY=" + settings.get("WRITE_DELAY")
                        + " ms; H2 does not sync the file at a commit, whatever the delay";
        return new ServerFacts(Facts.version(connection), Facts.commitWaits(false, durability), settings);
    }

    private static String url(Connection connection) throws SQLException {
        return connection.getMetaData().getURL();
    }
}
