package org.rowmark.databases.derby;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ByteSize;

/** Derby's properties, in the file that Derby reads when it boots: most of them cannot be given in a URL. */
public final class DerbySettings {
    /** System property of the file's directory; also the connection property that passes it to forks. */
    public static final String HOME = "derby.system.home";

    static final String DURABILITY = "derby.system.durability";

    /** A number of pages. */
    static final String CACHE = "derby.storage.pageCacheSize";

    /** Derby takes its default for a smaller number. */
    static final long LEAST_PAGES = 40;

    static final long USUAL_PAGE = 4096;

    private static final String PAGE_SIZE = "derby.storage.pageSize";

    private static final String LOG = "derby.stream.error.file";

    /** All properties: Derby ignores unknown ones, and has no list of their names. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry(DURABILITY, "full"),
            Map.entry(PAGE_SIZE, "4096, 32768 for tables with long columns"),
            Map.entry(CACHE, "1000"),
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

    private DerbySettings() {}

    /**
     * Writes the file and returns its directory. That is not the one in which the target's data are: Derby opens no
     * database whose path begins with the name of its home, as "derby-2" does with "derby".
     *
     * @throws org.rowmark.util.UsageException if one of the target's settings is no property of Derby's
     */
    static Path write(Target target, Workspace workspace) throws IOException {
        ServerStarts.requireKnown(target, DEFAULTS.keySet());
        Properties properties = new Properties();
        properties.putAll(target.settings());
        properties.setProperty(LOG, workspace.log().toString());
        properties.setProperty("derby.infolog.append", "true");
        Path home = Files.createDirectories(workspace.data().resolve("home"));
        try (Writer writer = Files.newBufferedWriter(file(home))) {
            properties.store(writer, null);
        }
        return home;
    }

    /** Returns the bytes of the pages of tables without long columns. */
    static long pageSize(Target target) {
        return ByteSize.of(target.settings().getOrDefault(PAGE_SIZE, "")).orElse(USUAL_PAGE);
    }

    static Map<String, String> read() throws SQLException {
        Properties given = new Properties();
        Path file = file(Path.of(System.getProperty(HOME, "")));
        if (Files.exists(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                given.load(reader);
            } catch (IOException e) {
                throw new SQLException(file + " cannot be read", e);
            }
        }
        Map<String, String> settings = new TreeMap<>(DEFAULTS);
        settings.replaceAll((name, usual) -> System.getProperty(name, given.getProperty(name, usual)));
        return settings;
    }

    static Map<String, String> changed(Map<String, String> inForce) {
        return ServerInfoQueries.changed(inForce, DEFAULTS);
    }

    private static Path file(Path home) {
        return home.resolve("derby.properties");
    }
}
