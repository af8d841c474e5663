package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.databases.mysql.MySqlInstallation;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.process.Command;
import org.rowmark.process.PrivateFile;
import org.rowmark.process.Tool;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;

/**
 * A client program of MySQL or MariaDB; the programs of either product reach servers of the other.
 *
 * @param version of its release, for example {@code 10.11.19-MariaDB}
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

        /** Returns the product's own name, which begins with its id, before the other one's. */
        private List<String> names(MySqlProduct product) {
            return Stream.of(mariaDb, mySql)
                    .sorted(Comparator.comparing(name -> !name.startsWith(product.id())))
                    .toList();
        }

        /** Finds the program of the server's own installation, else of the PATH. */
        private Optional<Path> find(RunningTarget running, MySqlProduct product) {
            ServerKind server = running.target().server();
            MySqlInstallation own = server == ServerKind.LOCAL || server == ServerKind.ARTIFACT
                    ? MySqlInstallation.of(running.target(), product)
                    : MySqlInstallation.PACKAGED;
            return own.find(names(product)).or(() -> MySqlInstallation.PACKAGED.find(names(product)));
        }

        private String missing(MySqlProduct product) {
            return "the program " + String.join(" or ", names(product)) + " in the PATH (on Debian: apt-get install "
                    + (this == BACKUP ? "mariadb-backup" : "mariadb-client") + ")";
        }
    }

    /** {@code Distrib 10.11.19-MariaDB, for …}, {@code from 11.4.5-MariaDB, client …}, {@code Ver 8.0.31 for …}. */
    private static final Pattern VERSION =
            Pattern.compile("\\b(?:Ver|Distrib|from|server) (\\d+\\.\\d+\\.\\d+[^\\s,]*)");

    /** @throws UsageException if there is none */
    static MySqlClient require(RunningTarget running, MySqlProduct product, Kind kind) throws IOException {
        Path path = kind.find(running, product)
                .orElseThrow(() -> running.target().problem("needs " + kind.missing(product)));
        List<String> words = List.of(path.toString(), "--no-defaults", "--version");
        return new MySqlClient(path, version(new Tool(new Command(words, Map.of(), running.output())).output()));
    }

    /** Finds the first of the programs that is not there, as the end of "needs …". */
    static Optional<String> missing(RunningTarget running, MySqlProduct product, Kind... kinds) {
        return Stream.of(kinds)
                .filter(kind -> kind.find(running, product).isEmpty())
                .findFirst()
                .map(kind -> kind.missing(product));
    }

    static Map<String, String> versions(RunningTarget running, MySqlProduct product, Kind kind) throws IOException {
        MySqlClient client = require(running, product, kind);
        return Map.of(String.valueOf(client.path.getFileName()), client.version);
    }

    /** Dumps with a snapshot and without locks, sending rows as they are read. */
    void dump(RunningTarget running, List<String> arguments) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("--single-transaction", "--quick", "--triggers", "--default-character-set=utf8mb4"));
        words.addAll(MySqlProduct.ofVersion(version).clients().dump());
        words.addAll(arguments);
        run(running, words, line -> {});
    }

    /** Runs the program to its end, connected as the target is, without input. */
    void run(RunningTarget running, List<String> arguments, Consumer<String> lines) throws IOException {
        run(running, arguments, Optional.empty(), lines, read -> {});
    }

    /**
     * Runs the program to its end, connected as the target is, without the option files of machine and user.
     *
     * @param arguments hold no secret
     * @param lines gets what it prints
     * @param read gets how many bytes of the input it has read
     */
    void run(
            RunningTarget running,
            List<String> arguments,
            Optional<Path> input,
            Consumer<String> lines,
            LongConsumer read)
            throws IOException {
        Address address = Address.of(running.endpoint());
        try (PrivateFile login = PrivateFile.of(running.workspace().data(), login(running.endpoint(), address))) {
            List<String> words = new ArrayList<>(List.of(path.toString(), "--defaults-file=" + login.path()));
            words.addAll(address.arguments(MySqlProduct.ofVersion(version).clients()));
            words.addAll(arguments);
            new Tool(new Command(words, Map.of(), running.output()), input, Optional.empty()).run(lines, read);
        }
    }

    /** Runs the program to its end; it needs no server. */
    void runAlone(RunningTarget running, List<String> arguments, Consumer<String> lines) throws IOException {
        List<String> words = new ArrayList<>(List.of(path.toString(), "--no-defaults"));
        words.addAll(arguments);
        new Tool(new Command(words, Map.of(), running.output())).run(lines);
    }

    private static List<String> login(Endpoint endpoint, Address address) {
        List<String> lines = new ArrayList<>(List.of("[client]"));
        address.user().ifPresent(user -> lines.add("user=" + quoted(user)));
        endpoint.password().ifPresent(password -> lines.add("password=" + quoted(password.reveal())));
        return lines;
    }

    /** Quotes a value, which may hold anything, for an option file. */
    static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /** Extracts the release's version from what a program prints as its own. */
    static String version(String printed) {
        Matcher version = VERSION.matcher(printed);
        return version.find() ? version.group(1) : printed.strip();
    }

    /**
     * The address of an endpoint, the first where its URL names several.
     *
     * @param socket file of a socket, which counts instead of host and port
     * @param user empty for the name of the user who runs the program
     * @param tls mode of TLS in the URL, in lower case; empty where it has none
     */
    record Address(String host, int port, Optional<String> socket, Optional<String> user, String tls) {
        private static final int DEFAULT_PORT = 3306;

        static Address of(Endpoint endpoint) {
            Map<String, String> parameters = new HashMap<>(endpoint.properties());
            JdbcUrl url = new JdbcUrl(endpoint.url());
            parameters.putAll(url.decodedProperties());
            InetSocketAddress server = url.servers(DEFAULT_PORT).get(0);
            return new Address(
                    server.getHostString(),
                    server.getPort(),
                    Optional.ofNullable(parameters.getOrDefault("localSocket", parameters.get("junixsocket.file"))),
                    endpoint.user().or(() -> Optional.ofNullable(parameters.get("user"))),
                    parameters.getOrDefault("sslMode", "").toLowerCase(Locale.ROOT));
        }

        /** @param options of the product whose program is run */
        List<String> arguments(MySqlProduct.Clients options) {
            List<String> arguments =
                    new ArrayList<>(socket.map(file -> List.of("--protocol=socket", "--socket=" + file))
                            .orElse(List.of("--protocol=tcp", "--host=" + host, "--port=" + port)));
            if (tls.startsWith("disable")) {
                arguments.add(options.withoutTls());
            } else if (tls.equals("trust") || tls.equals("required")) {
                arguments.add(options.unverifiedTls());
            }
            return arguments;
        }
    }
}
