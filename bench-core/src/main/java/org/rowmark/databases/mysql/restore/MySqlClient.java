package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.mysql.MySqlAddress;
import org.rowmark.databases.mysql.MySqlFamily;
import org.rowmark.databases.mysql.MySqlHome;
import org.rowmark.db.Databases;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.PrivateFile;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/**
 * A client program of MySQL or MariaDB.
 *
 * @param path where it is
 * @param version of the release that it is part of, for example {@code 10.11.19-MariaDB}: the programs of either product
 *     reach servers of the other
 */
record MySqlClient(Path path, String version) {
    /** The programs, by MariaDB's and by MySQL's name; MariaDB's packages have both. */
    enum Kind {
        SHELL("mariadb", "mysql"),
        DUMP("mariadb-dump", "mysqldump"),
        IMPORT("mariadb-import", "mysqlimport"),
        /** MariaDB's only; its other name is that of its first years. */
        BACKUP("mariadb-backup", "mariabackup");

        private final String mariaDb;
        private final String mySql;

        Kind(String mariaDb, String mySql) {
            this.mariaDb = mariaDb;
            this.mySql = mySql;
        }

        private String debianPackage() {
            return this == BACKUP ? "mariadb-backup" : "mariadb-client";
        }

        /** Those of the product first. */
        private List<String> names(String database) {
            return database.equals("mariadb") ? List.of(mariaDb, mySql) : List.of(mySql, mariaDb);
        }
    }

    /** {@code Ver 10.19 Distrib 10.11.19-MariaDB, for …}, {@code from 11.4.5-MariaDB, client …}, {@code Ver 8.0.31 for …}. */
    private static final Pattern VERSION =
            Pattern.compile("\\b(?:Ver|Distrib|from|server) (\\d+\\.\\d+\\.\\d+[^\\s,]*)");

    /** The program of the server's own installation, else of the PATH. */
    static Optional<MySqlClient> find(RunningTarget site, Kind kind) throws IOException {
        List<String> names = kind.names(site.target().database());
        Optional<Path> path = own(site).find(names).or(() -> new MySqlHome(Optional.empty()).find(names));
        return path.isPresent()
                ? Optional.of(new MySqlClient(path.get(), version(site, path.get())))
                : Optional.empty();
    }

    /** @throws UsageException if there is none */
    static MySqlClient require(RunningTarget site, Kind kind) throws IOException {
        return find(site, kind)
                .orElseThrow(() -> site.target()
                        .problem("needs " + missing(site, List.of(kind)).orElseThrow()));
    }

    /** Which of the programs there is not, as the end of "needs …". */
    static Optional<String> missing(RunningTarget site, List<Kind> kinds) {
        for (Kind kind : kinds) {
            List<String> names = kind.names(site.target().database());
            if (own(site)
                    .find(names)
                    .or(() -> new MySqlHome(Optional.empty()).find(names))
                    .isEmpty()) {
                return Optional.of("the program " + String.join(" or ", names)
                        + " in the PATH (on Debian: apt-get install " + kind.debianPackage() + ")");
            }
        }
        return Optional.empty();
    }

    /** Versions by name. */
    static Map<String, String> versions(RunningTarget site, Kind kind) throws IOException {
        return find(site, kind)
                .map(client -> Map.of(String.valueOf(client.path.getFileName()), client.version))
                .orElse(Map.of());
    }

    /**
     * What every dump is made with: a snapshot without locks, rows sent as they are read. MySQL's program would ask for
     * what only its newest servers tell, and for statements that only the same server takes.
     */
    List<String> dumpOptions() {
        List<String> options = new ArrayList<>(
                List.of("--single-transaction", "--quick", "--triggers", "--default-character-set=utf8mb4"));
        if (!isMariaDb()) {
            options.addAll(List.of("--loose-column-statistics=0", "--loose-set-gtid-purged=OFF", "--no-tablespaces"));
        }
        return options;
    }

    boolean isMariaDb() {
        return version.contains("MariaDB");
    }

    /** Runs the program to its end, connected as the target is; {@code arguments} hold no secret. */
    void run(RunningTarget site, List<String> arguments, Consumer<String> lines) throws IOException {
        run(site, arguments, Optional.empty(), lines, read -> {});
    }

    /**
     * Runs the program to its end, connected as the target is. Option files of the machine and of the user do not count.
     *
     * @param input its standard input
     * @param lines gets what it prints
     * @param read gets how many bytes of the input it has read
     */
    void run(
            RunningTarget site, List<String> arguments, Optional<Path> input, Consumer<String> lines, LongConsumer read)
            throws IOException {
        MySqlAddress address = MySqlAddress.of(site.endpoint());
        try (PrivateFile login = PrivateFile.of(site.workspace().data(), login(site, address))) {
            List<String> words = new ArrayList<>(List.of(path.toString(), "--defaults-file=" + login.path()));
            words.addAll(address.arguments(isMariaDb()));
            words.addAll(arguments);
            new Tool(new Command(words, Map.of(), site.output()), input, Optional.empty()).run(lines, read);
        }
    }

    /** Runs the program to its end; it needs no server. */
    void runAlone(RunningTarget site, List<String> arguments, Consumer<String> lines) throws IOException {
        List<String> words = new ArrayList<>(List.of(path.toString(), "--no-defaults"));
        words.addAll(arguments);
        new Tool(new Command(words, Map.of(), site.output())).run(lines);
    }

    private static List<String> login(RunningTarget site, MySqlAddress address) {
        List<String> lines = new ArrayList<>(List.of("[client]"));
        address.user().ifPresent(user -> lines.add("user=" + quoted(user)));
        site.endpoint().password().map(Secret::reveal).ifPresent(password -> lines.add("password=" + quoted(password)));
        return lines;
    }

    /** As option files want a value that may hold anything. */
    static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /** The installation that the server was started from; of the PATH where it was not started here. */
    private static MySqlHome own(RunningTarget site) {
        ServerKind kind = site.target().server();
        MySqlFamily family = (MySqlFamily) Databases.named(site.target().database());
        return kind == ServerKind.LOCAL || kind == ServerKind.ARTIFACT
                ? MySqlHome.of(site.target(), family.distributions())
                : new MySqlHome(Optional.empty());
    }

    private static String version(RunningTarget site, Path program) throws IOException {
        List<String> said = new ArrayList<>();
        new Tool(new Command(List.of(program.toString(), "--no-defaults", "--version"), Map.of(), site.output()))
                .run(said::add);
        return version(String.join(" ", said));
    }

    /** The release's version in what a program says of its own. */
    static String version(String said) {
        Matcher version = VERSION.matcher(said);
        return version.find() ? version.group(1) : said;
    }
}
