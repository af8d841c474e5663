package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Feature;
import org.rowmark.db.Names;
import org.rowmark.db.Server;
import org.rowmark.db.ServerFacts;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.Workspace;

/**
 * Apache Derby in the measuring JVM. Settings are Derby's properties; they stand in a {@code derby.properties} in the
 * workspace, which Derby reads when it boots, because most of them cannot be given in a URL.
 */
@AutoService(Database.class)
public final class Derby implements Database {
    /**
     * System property that names the directory of derby.properties; also the connection property that carries it to
     * forks.
     */
    private static final String HOME = "derby.system.home";

    private static final String NETWORK = "jdbc:derby://";
    private static final String IN_MEMORY = "jdbc:derby:memory:";
    private static final String DURABILITY = "derby.system.durability";

    /** SQLSTATEs of a shutdown that succeeded, and of a database that was not open. */
    private static final Set<String> SHUT_DOWN = Set.of("08006", "XJ004");

    private static final String LOG = "derby.stream.error.file";

    /** Derby ignores properties that it does not know, and cannot be asked for the names. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry(DURABILITY, "full"),
            Map.entry("derby.storage.pageSize", "4096, 32768 for tables with long columns"),
            Map.entry("derby.storage.pageCacheSize", "1000"),
            Map.entry("derby.storage.pageReservedSpace", "20"),
            Map.entry("derby.storage.initialPages", "1"),
            Map.entry("derby.storage.minimumRecordSize", "12"),
            Map.entry("derby.storage.rowLocking", "true"),
            Map.entry("derby.storage.logSwitchInterval", "1048576"),
            Map.entry("derby.storage.checkpointInterval", "10485760"),
            Map.entry("derby.storage.logBufferSize", "32768"),
            Map.entry("derby.locks.escalationThreshold", "5000"),
            Map.entry("derby.locks.waitTimeout", "60"),
            Map.entry("derby.locks.deadlockTimeout", "20"),
            Map.entry("derby.language.statementCache.size", "100"));

    @Override
    public String id() {
        return "derby";
    }

    @Override
    public String name() {
        return "Apache Derby";
    }

    @Override
    public List<Target> targets() {
        return List.of(Target.builtIn("derby", id(), ServerKind.EMBEDDED));
    }

    @Override
    public Dialect dialect() {
        return new DerbyDialect();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.MULTI_ROW_INSERT, Feature.IDENTITY, Feature.UPSERT, Feature.MICROSECONDS);
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case EMBEDDED -> {
                writeProperties(target, workspace);
                String url = target.url()
                        .orElseGet(() -> "jdbc:derby:" + workspace.data().resolve("rowmark") + ";create=true");
                yield Starting.embedded(
                        target,
                        Endpoint.of(target, url)
                                .with(Map.of(HOME, workspace.data().toString())));
            }
            case EXTERNAL -> Starting.external(target);
            default -> throw Starting.unknownKind(target, "embedded or external");
        };
    }

    private static void writeProperties(Target target, Workspace workspace) throws IOException {
        Properties properties = new Properties();
        for (Map.Entry<String, String> setting : target.settings().entrySet()) {
            if (!DEFAULTS.containsKey(setting.getKey())) {
                throw Names.unknown("setting of target '" + target.name() + "':", setting.getKey(), DEFAULTS.keySet());
            }
            properties.setProperty(setting.getKey(), setting.getValue());
        }
        properties.setProperty(LOG, workspace.log().toString());
        properties.setProperty("derby.infolog.append", "true");
        try (Writer writer = Files.newBufferedWriter(propertiesFile(workspace.data()))) {
            properties.store(writer, null);
        }
    }

    /** Derby looks for its home when it boots, in a system property only. */
    @Override
    public void prepare(Endpoint endpoint) {
        String home = endpoint.properties().get(HOME);
        if (home != null) {
            System.setProperty(HOME, home);
        }
    }

    /** Shuts the database down, which the engine holds until then; Derby reports that as an exception. */
    @Override
    public void release(Endpoint endpoint) throws SQLException {
        if (!endpoint.properties().containsKey(HOME)) {
            return;
        }
        String database = endpoint.url().split(";", 2)[0];
        try (Connection never = Drivers.driverOf(endpoint).connect(database + ";shutdown=true", new Properties())) {
            throw new SQLException("Derby did not shut " + database + " down: " + never);
        } catch (SQLException e) {
            if (!SHUT_DOWN.contains(String.valueOf(e.getSQLState()))) {
                throw e;
            }
        }
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        Map<String, String> settings = new TreeMap<>();
        if (!url.startsWith(NETWORK)) {
            Properties given = properties();
            DEFAULTS.forEach(
                    (name, usual) -> settings.put(name, System.getProperty(name, given.getProperty(name, usual))));
        }
        return new ServerFacts(Facts.version(connection), durability(url, settings.get(DURABILITY)), settings);
    }

    private static String durability(String url, String setting) {
        if (url.startsWith(NETWORK)) {
            return Facts.commitUnknown("a Derby server does not tell " + DURABILITY);
        }
        return url.startsWith(IN_MEMORY)
                ? Facts.inMemory()
                : Facts.commitWaits(!setting.equals("test"), DURABILITY + "=" + setting);
    }

    private static Properties properties() throws SQLException {
        Properties properties = new Properties();
        Path file = propertiesFile(Path.of(System.getProperty(HOME, "")));
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException e) {
                throw new SQLException(file + " cannot be read", e);
            }
        }
        return properties;
    }

    private static Path propertiesFile(Path home) {
        return home.resolve("derby.properties");
    }
}
