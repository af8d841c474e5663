package org.rowmark.workloads.restore.mysql;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.rowmark.databases.mysql.MySql;
import org.rowmark.databases.mysql.MySqlInstallation;
import org.rowmark.databases.mysql.MySqlInstallation.Program;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.process.Command;
import org.rowmark.process.PrivateFile;
import org.rowmark.process.Tool;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.RestoreMethod;

/** A client program of MySQL or MariaDB; the programs of either product reach servers of the other. */
record MySqlClient(Program program) {
    private static final int DEFAULT_PORT = 3306;

    /**
     * Lines in the option files of a product's client programs.
     *
     * @param dump leaves out of dumps what only the newest servers know or only the same server takes
     */
    record Clients(String withoutTls, String unverifiedTls, List<String> dump) {
        static final Clients MARIADB = new Clients("skip-ssl", "skip-ssl-verify-server-cert", List.of());
        static final Clients MYSQL = new Clients(
                "ssl-mode=DISABLED",
                "ssl-mode=REQUIRED",
                List.of("--loose-column-statistics=0", "--loose-set-gtid-purged=OFF", "--no-tablespaces"));
    }

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

        /** @throws UsageException if there is none */
        MySqlClient require(RunningTarget running, MySqlProduct product) throws IOException {
            Path path =
                    find(running, product).orElseThrow(() -> running.target().problem("needs " + missing(product)));
            return new MySqlClient(Program.at(path, Optional.empty()));
        }
    }

    /** A restore by client programs. */
    interface Method extends RestoreMethod {
        MySqlProduct product();

        /** Returns the programs that it needs; the last one restores. */
        List<Kind> kinds();

        @Override
        default Optional<String> missing(RunningTarget running) throws IOException, SQLException {
            return kinds().stream()
                    .filter(kind -> kind.find(running, product()).isEmpty())
                    .findFirst()
                    .map(kind -> kind.missing(product()));
        }

        @Override
        default Map<String, String> programs(RunningTarget running) throws IOException {
            Program restoring = kinds().get(kinds().size() - 1).require(running, product()).program;
            return Map.of(String.valueOf(restoring.path().getFileName()), restoring.version());
        }
    }

    /** Dumps with a snapshot and without locks, sending rows as they are read. */
    void dump(RunningTarget running, List<String> arguments) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("--single-transaction", "--quick", "--triggers", "--default-character-set=utf8mb4"));
        words.addAll(clients().dump());
        words.addAll(arguments);
        run(running, words, Optional.empty(), line -> {}, read -> {});
    }

    private Clients clients() {
        return MySqlProduct.ofVersion(program.version()).equals(MySql.PRODUCT) ? Clients.MYSQL : Clients.MARIADB;
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
        try (PrivateFile options = PrivateFile.of(running.workspace().data(), options(running.endpoint(), clients()))) {
            tool(running, "--defaults-file=" + options.path(), arguments, input).run(lines, read);
        }
    }

    /** Runs the program to its end; it needs no server. */
    void runAlone(RunningTarget running, List<String> arguments, Consumer<String> lines) throws IOException {
        tool(running, "--no-defaults", arguments, Optional.empty()).run(lines);
    }

    private Tool tool(RunningTarget running, String first, List<String> arguments, Optional<Path> input) {
        List<String> words = new ArrayList<>(List.of(program.path().toString(), first));
        words.addAll(arguments);
        return new Tool(new Command(words, Map.of(), running.output()), input, Optional.empty());
    }

    /** Returns the lines of an option file by which a program connects as the target is, at the first of its servers. */
    static List<String> options(Endpoint endpoint, Clients clients) {
        JdbcUrl url = new JdbcUrl(endpoint.url());
        Map<String, String> parameters = new HashMap<>(endpoint.properties());
        parameters.putAll(url.decodedProperties());
        List<String> lines = new ArrayList<>(List.of("[client]"));
        String socket = parameters.getOrDefault("localSocket", parameters.get("junixsocket.file"));
        if (socket == null) {
            InetSocketAddress server = url.servers(DEFAULT_PORT).get(0);
            lines.addAll(List.of("protocol=tcp", "host=" + server.getHostString(), "port=" + server.getPort()));
        } else {
            lines.addAll(List.of("protocol=socket", "socket=" + quoted(socket)));
        }
        String tls = parameters.getOrDefault("sslMode", "").toLowerCase(Locale.ROOT);
        if (tls.startsWith("disable")) {
            lines.add(clients.withoutTls());
        } else if (tls.equals("trust") || tls.equals("required")) {
            lines.add(clients.unverifiedTls());
        }
        endpoint.user()
                .or(() -> Optional.ofNullable(parameters.get("user")))
                .ifPresent(user -> lines.add("user=" + quoted(user)));
        endpoint.password().ifPresent(password -> lines.add("password=" + quoted(password.reveal())));
        return lines;
    }

    /** Quotes a value, which may hold anything, for an option file. */
    private static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
