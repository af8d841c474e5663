package org.rowmark.databases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.db.LocalProcess;
import org.rowmark.db.Names;
import org.rowmark.db.Secret;
import org.rowmark.db.Target;
import org.rowmark.db.UsageException;
import org.rowmark.db.Workspace;

/**
 * The directory that a private Firebird takes for its installation: links to the engine that is installed, and its own
 * configuration, security database, locks and data.
 *
 * @param directory the root, Firebird's environment variable FIREBIRD
 * @param engine the installed plugins, messages and firebird.conf
 */
record FirebirdRoot(Target target, Workspace workspace, Path directory, Path engine) {
    static final String ALIAS = "rowmark";

    private static final String PAGE_SIZE = "page_size";
    private static final String PACKAGES = "firebird3.0-server firebird3.0-utils";
    private static final Duration ISQL_LIMIT = Duration.ofSeconds(60);
    private static final Pattern SETTING = Pattern.compile("(?m)^#?\\s*([A-Za-z]+)\\s*=");

    static FirebirdRoot of(Target target, Workspace workspace) throws IOException {
        Path engine = Stream.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
                .flatMap(library -> Binaries.versions(Path.of(library, "firebird"), "").stream())
                .filter(candidate -> Files.exists(candidate.resolve("firebird.msg")))
                .findFirst()
                .orElseThrow(() -> new UsageException("target '" + target.name()
                        + "': no Firebird engine (firebird.msg) found below /usr/lib; on Debian: apt-get install "
                        + PACKAGES));
        return new FirebirdRoot(target, workspace, workspace.data(), engine);
    }

    /** The server in the foreground. */
    LocalProcess.Command server() {
        return command(List.of(Binaries.program(target, "firebird", PACKAGES).toString()));
    }

    /**
     * Makes the root ready for a start on that port, and the database on the first call. The security database is made
     * anew for every start, so no password needs keeping.
     *
     * @return SYSDBA's password
     */
    Secret configure(int port) throws IOException {
        checkNames();
        for (String name : List.of("lock", "tmp", "data")) {
            Files.createDirectories(directory.resolve(name));
        }
        for (String name : List.of("firebird.msg", "plugins", "intl")) {
            if (!Files.exists(directory.resolve(name))) {
                Files.createSymbolicLink(directory.resolve(name), engine.resolve(name));
            }
        }
        Files.copy(
                engine.resolve("plugins.conf"), directory.resolve("plugins.conf"), StandardCopyOption.REPLACE_EXISTING);
        writeConfiguration(port);
        if (!Files.exists(database())) {
            createDatabase();
        }
        Secret password = Secret.of(random());
        Files.deleteIfExists(security());
        isql(List.of(
                "create database '" + security() + "';",
                "commit;",
                "create user SYSDBA password '" + password.reveal() + "' using plugin Srp;",
                "commit;"));
        return password;
    }

    private void writeConfiguration(int port) throws IOException {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "RemoteServicePort", Integer.toString(port),
                "RemoteBindAddress", "127.0.0.1",
                "SecurityDatabase", security().toString(),
                "TempDirectories", directory.resolve("tmp").toString(),
                "DatabaseAccess", "Restrict " + directory.resolve("data"),
                "AuthServer", "Srp256, Srp",
                "AuthClient", "Srp256, Srp",
                "UserManager", "Srp",
                "WireCrypt", "Enabled",
                "GCPolicy", "cooperative"));
        settings.putAll(target.settings());
        settings.remove(PAGE_SIZE);
        Files.write(
                directory.resolve("firebird.conf"),
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + " = " + setting.getValue())
                        .toList());
        Files.write(
                directory.resolve("databases.conf"),
                List.of(
                        "security.db = " + security(),
                        "{",
                        "RemoteAccess = false",
                        "DefaultDbCachePages = 50",
                        "}",
                        ALIAS + " = " + database()));
    }

    /** Firebird ignores settings that it does not know; the installed firebird.conf names all that exist. */
    private void checkNames() throws IOException {
        Set<String> known = SETTING.matcher(Files.readString(engine.resolve("firebird.conf")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        known.add(PAGE_SIZE);
        for (String name : target.settings().keySet()) {
            if (!known.contains(name)) {
                throw Names.unknown("setting of target '" + target.name() + "':", name, known);
            }
        }
    }

    private void createDatabase() throws IOException {
        String pageSize = target.settings().getOrDefault(PAGE_SIZE, "8192");
        isql(List.of(
                "create database '" + database() + "' page_size " + pageSize + " default character set UTF8;",
                "commit;"));
    }

    /** Statements go through a file that only its owner reads: other users see command lines. */
    private void isql(List<String> statements) throws IOException {
        Path script = Files.createTempFile(
                directory,
                "isql",
                ".sql",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.write(script, statements);
            List<String> words = new ArrayList<>();
            words.add(Binaries.program(target, "isql-fb", PACKAGES).toString());
            words.addAll(List.of("-quiet", "-bail", "-user", "SYSDBA", "-input", script.toString()));
            LocalProcess.run(command(words), ISQL_LIMIT);
        } finally {
            Files.delete(script);
        }
    }

    private LocalProcess.Command command(List<String> words) {
        Map<String, String> environment = Map.of(
                "FIREBIRD", directory.toString(),
                "FIREBIRD_LOCK", directory.resolve("lock").toString(),
                "FIREBIRD_TMP", directory.resolve("tmp").toString());
        return new LocalProcess.Command(words, environment, directory, workspace.log());
    }

    private Path security() {
        return directory.resolve("security3.fdb");
    }

    private Path database() {
        return directory.resolve("data").resolve(ALIAS + ".fdb");
    }

    private static String random() {
        byte[] bytes = new byte[10];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
