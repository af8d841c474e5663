package org.rowmark.databases.firebird;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.process.Command;
import org.rowmark.process.PrivateFile;
import org.rowmark.process.Tool;
import org.rowmark.util.Secret;

/** A private Firebird's installation: links to the installed engine, and its own configuration, locks and data. */
public record FirebirdRoot(FirebirdInstallation installation, Path directory, Path log) {
    public static final String USER = "SYSDBA";

    static final String ALIAS = "rowmark";
    static final String DATA = "data";

    /** Entries of its root that the engine reads; 3.0 has no tzdata, and Debian's keeps its libraries elsewhere. */
    private static final List<String> LINKED = List.of("firebird.msg", "plugins", "intl", "lib", "tzdata");

    private static final String PLUGINS = "plugins.conf";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /**
     * Creates directories, links and firebird.conf, the settings last. Garbage collection is cooperative: the super
     * server's default takes seconds of a CPU after many updates.
     */
    public void create(Map<String, String> lines, Map<String, String> settings) throws IOException {
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
        Map<String, String> all = new TreeMap<>(Map.of(
                "SecurityDatabase", security().toString(),
                "TempDirectories", directory.resolve("tmp").toString(),
                "GCPolicy", "cooperative"));
        all.putAll(lines);
        all.putAll(settings);
        all.keySet().removeAll(FirebirdSettings.OF_DATABASE);
        Files.write(
                directory.resolve("firebird.conf"),
                all.entrySet().stream()
                        .map(setting -> setting.getKey() + " = " + setting.getValue())
                        .toList());
    }

    /** Creates the database of the root on the first call, by the engine in isql, and publishes it under its alias. */
    void createDatabase(Map<String, String> settings) throws IOException {
        Path database = directory.resolve(DATA).resolve(ALIAS + ".fdb");
        if (!Files.exists(database)) {
            isql(
                    "create database " + quoted(database) + " page_size " + FirebirdSettings.pageSize(settings)
                            + " default character set UTF8;",
                    "commit;");
            Optional<String> mode = FirebirdSettings.writeMode(settings);
            if (mode.isPresent()) {
                run("gfix", "-user", USER, "-write", mode.get(), database.toString());
            }
        }
        // keeps clients from the security database
        Files.write(
                directory.resolve("databases.conf"),
                List.of("security.db = " + security(), "{", "RemoteAccess = false", "}", ALIAS + " = " + database));
    }

    /** Creates the security database anew, before each start of the server, so that no password needs keeping. */
    void newSecurityDatabase(Secret password) throws IOException {
        Files.deleteIfExists(security());
        isql(
                "create database " + quoted(security()) + ";",
                "commit;",
                "create user " + USER + " password '" + password.reveal() + "' using plugin Srp;",
                "commit;");
    }

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }

    /** Runs statements from a file that only its owner reads: other users see command lines. */
    private void isql(String... statements) throws IOException {
        try (PrivateFile script = PrivateFile.of(directory, List.of(statements))) {
            run(
                    "isql",
                    "-quiet",
                    "-bail",
                    "-user",
                    USER,
                    "-input",
                    script.path().toString());
        }
    }

    private void run(String program, String... arguments) throws IOException {
        new Tool(command(program, arguments), LIMIT).run();
    }

    Command command(String program, String... arguments) {
        String path = installation.program(program).orElseThrow().toString();
        return new Command(
                Stream.concat(Stream.of(path), Stream.of(arguments)).toList(), environment(), directory, log);
    }

    /** Returns the variables of programs, with the installation's own libraries before those of the user. */
    public Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "FIREBIRD", directory.toString(),
                "FIREBIRD_MSG", directory.toString(),
                "FIREBIRD_LOCK", directory.resolve("lock").toString(),
                "FIREBIRD_TMP", directory.resolve("tmp").toString()));
        environment.put(
                "LD_LIBRARY_PATH",
                Stream.of(directory.resolve("lib").toString(), System.getenv("LD_LIBRARY_PATH"))
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(File.pathSeparator)));
        return environment;
    }

    private Path security() {
        return directory.resolve("security.fdb");
    }
}
