package org.rowmark.databases.firebird;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.process.Command;
import org.rowmark.process.PrivateFile;
import org.rowmark.process.Tool;
import org.rowmark.targets.Target;
import org.rowmark.util.Secret;

/**
 * A directory that a private Firebird takes for its installation: links to the engine that is installed, and its own
 * configuration, security database, locks and data.
 *
 * @param log gets the output of the programs
 */
public record FirebirdRoot(FirebirdInstallation installation, Path directory, Path log) {
    /** The administrator of every Firebird. */
    public static final String USER = "SYSDBA";

    static final String ALIAS = "rowmark";

    /** The directory of its databases. */
    static final String DATA = "data";

    /** Entries of its root that the engine reads; 3.0 has no tzdata, and Debian's keeps its libraries elsewhere. */
    private static final List<String> LINKED = List.of("firebird.msg", "plugins", "intl", "lib", "tzdata");

    private static final String LIBRARY_PATH = "LD_LIBRARY_PATH";
    private static final String PLUGINS = "plugins.conf";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Returns a root for the target's installation. */
    public static FirebirdRoot of(Target target, Path directory, Path log) {
        return new FirebirdRoot(FirebirdInstallation.of(target), directory, log);
    }

    /** Creates directories and links, all but the configuration. */
    public void create() throws IOException {
        for (String name : List.of("lock", "tmp", DATA)) {
            Files.createDirectories(directory.resolve(name));
        }
        Path engine = installation.engine();
        for (String name : LINKED) {
            Path link = directory.resolve(name);
            if (Files.exists(engine.resolve(name)) && !Files.exists(link)) {
                Files.createSymbolicLink(link, engine.resolve(name).toAbsolutePath());
            }
        }
        if (Files.exists(engine.resolve(PLUGINS))) {
            Files.copy(engine.resolve(PLUGINS), directory.resolve(PLUGINS), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Writes firebird.conf: the lines of every private Firebird, these lines, and the settings, later ones in place of
     * earlier. Garbage collection is cooperative: the super server's default takes seconds of a CPU after many updates.
     */
    public void configure(Map<String, String> lines, Map<String, String> settings) throws IOException {
        Map<String, String> all = new TreeMap<>(Map.of(
                "SecurityDatabase", security().toString(),
                "TempDirectories", directory.resolve("tmp").toString(),
                "GCPolicy", "cooperative"));
        all.putAll(lines);
        all.putAll(settings);
        Files.write(directory.resolve("firebird.conf"), lines(all));
    }

    /** Writes databases.conf: keeps clients from the security database, and names the other one. */
    void publish(Path database) throws IOException {
        Files.write(
                directory.resolve("databases.conf"),
                List.of("security.db = " + security(), "{", "RemoteAccess = false", "}", ALIAS + " = " + database));
    }

    private static List<String> lines(Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(setting -> !FirebirdSettings.OF_DATABASE.contains(setting.getKey()))
                .map(setting -> setting.getKey() + " = " + setting.getValue())
                .toList();
    }

    /** Returns the database of the root, created on the first call. */
    Path database(Map<String, String> settings) throws IOException {
        Path database = directory.resolve(DATA).resolve(ALIAS + ".fdb");
        if (!Files.exists(database)) {
            create(database, FirebirdSettings.pageSize(settings));
            Optional<String> mode = FirebirdSettings.writeMode(settings);
            if (mode.isPresent()) {
                List<String> words = List.of("-user", USER, "-write", mode.get(), database.toString());
                new Tool(command("gfix", words), LIMIT).run();
            }
        }
        return database;
    }

    /** Creates an empty database by the engine in isql, without a server. */
    public void create(Path database, String pageSize) throws IOException {
        isql(List.of(
                "create database " + quoted(database) + " page_size " + pageSize + " default character set UTF8;",
                "commit;"));
    }

    /** Creates the security database anew, before each start of the server, so that no password needs keeping. */
    void newSecurityDatabase(Secret password) throws IOException {
        Files.deleteIfExists(security());
        isql(List.of(
                "create database " + quoted(security()) + ";",
                "commit;",
                "create user " + USER + " password '" + password.reveal() + "' using plugin Srp;",
                "commit;"));
    }

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }

    /** Runs statements from a file that only its owner reads: other users see command lines. */
    private void isql(List<String> statements) throws IOException {
        try (PrivateFile script = PrivateFile.of(directory, statements)) {
            List<String> words = List.of(
                    "-quiet", "-bail", "-user", USER, "-input", script.path().toString());
            new Tool(command("isql", words), LIMIT).run();
        }
    }

    /** Returns a program with the installation's own libraries before those in the system's directories. */
    public Command command(String program, List<String> arguments) {
        List<String> words = new ArrayList<>(
                List.of(installation.program(program).orElseThrow().toString()));
        words.addAll(arguments);
        Map<String, String> environment = new HashMap<>(Map.of(
                "FIREBIRD", directory.toString(),
                "FIREBIRD_MSG", directory.toString(),
                "FIREBIRD_LOCK", directory.resolve("lock").toString(),
                "FIREBIRD_TMP", directory.resolve("tmp").toString()));
        Optional.ofNullable(System.getenv(LIBRARY_PATH)).ifPresent(path -> environment.put(LIBRARY_PATH, path));
        environment.merge(
                LIBRARY_PATH, directory.resolve("lib").toString(), (others, own) -> own + File.pathSeparator + others);
        return new Command(words, environment, directory, log);
    }

    private Path security() {
        return directory.resolve("security.fdb");
    }
}
