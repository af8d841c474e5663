package org.rowmark.databases.postgresql.restore;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.databases.postgresql.PostgresqlMonitor;
import org.rowmark.databases.postgresql.PostgresqlPrograms;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.process.Command;
import org.rowmark.process.PrivateFile;
import org.rowmark.process.Tool;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/**
 * PostgreSQL's programs for backups. They support servers of their own version and older ones; but programs of a later
 * version may send what an older server does not know, for example {@code set transaction_timeout} from 17 on.
 *
 * @param version as they print it, for example {@code 15.18 (Debian 15.18-0+deb12u1)}
 */
record PostgresqlClient(InstalledPrograms binaries, String version) {
    /** A restore by the program of its name. */
    interface Method extends RestoreMethod {
        @Override
        default Optional<String> missing(RunningTarget running) throws IOException, SQLException {
            List<PostgresqlClient> installed = installed(running);
            int server = server(running);
            return nearest(installed, server).isPresent() ? Optional.empty() : Optional.of(lack(installed, server));
        }

        @Override
        default Map<String, String> programs(RunningTarget running) throws IOException, SQLException {
            return Map.of(name(), of(running).version);
        }
    }

    private static final List<String> NAMES = List.of("pg_dump", "pg_restore", "psql");

    /** Debian's script that searches for the program to run: its time would be measured. */
    private static final String WRAPPER = "pg_wrapper";

    /** The programs' variables by which a user proves an identity; all others give a server, a session or its TLS. */
    private static final Pattern OF_THE_USER = Pattern.compile("PG(PASS|SSLCERT|SSLKEY|SSLCRL|KRB|GSSLIB)\\w*");

    private static final Pattern VERSION = Pattern.compile("\\d+");

    /** @throws UsageException if there are none */
    static PostgresqlClient of(RunningTarget running) throws IOException, SQLException {
        List<PostgresqlClient> installed = installed(running);
        int server = server(running);
        return nearest(installed, server)
                .orElseThrow(() -> running.target().problem("needs " + lack(installed, server)));
    }

    /** Runs one of the programs to its end, connected to a database as the target is, without input. */
    void run(RunningTarget running, String database, List<String> words, Consumer<String> lines) throws IOException {
        run(running, database, words, Optional.empty(), lines, read -> {});
    }

    /**
     * Runs one of the programs to its end, connected to a database as the target is.
     *
     * @param words name of the program and arguments, which hold no secret
     * @param lines gets what it prints
     * @param read gets how many bytes of the input it has read
     */
    void run(
            RunningTarget running,
            String database,
            List<String> words,
            Optional<Path> input,
            Consumer<String> lines,
            LongConsumer read)
            throws IOException {
        Address address = Address.of(running.endpoint());
        List<String> all = words(words);
        all.addAll(1, address.arguments(database));
        Map<String, String> environment = new HashMap<>(address.environment());
        List<String> password = running.endpoint()
                .password()
                .map(Secret::reveal)
                .filter(text -> !text.isEmpty())
                .map(text -> List.of(passwordLine(text)))
                .orElse(List.of());
        try (PrivateFile file = PrivateFile.of(running.workspace().data(), password)) {
            if (!password.isEmpty()) {
                environment.put("PGPASSFILE", file.path().toString());
                environment.put("PGPASSWORD", ""); // the variable of the user's shell would take precedence
            }
            new Tool(command(all, environment, running), input, Optional.empty()).run(lines, read);
        }
    }

    private static Command command(List<String> words, Map<String, String> environment, RunningTarget running) {
        Set<String> others = new TreeSet<>(System.getenv().keySet());
        others.removeAll(environment.keySet());
        return new Command(words, environment, running.output()).behind(without(others));
    }

    /** Returns the program that runs another without those variables that would lead it elsewhere than to the target. */
    static List<String> without(Set<String> variables) {
        List<String> removed = variables.stream()
                .filter(name ->
                        name.startsWith("PG") && !OF_THE_USER.matcher(name).matches())
                .flatMap(name -> Stream.of("-u", name))
                .toList();
        return removed.isEmpty()
                ? removed
                : Stream.concat(Stream.of("env"), removed.stream()).toList();
    }

    /** Returns the line of a password file for any server, database and user; a colon ends a field. */
    static String passwordLine(String password) {
        return "*:*:*:*:" + password.replace("\\", "\\\\").replace(":", "\\:");
    }

    /** Runs a program that needs no server. */
    void runAlone(RunningTarget running, List<String> words, Consumer<String> lines) throws IOException {
        new Tool(new Command(words(words), Map.of(), running.output())).run(lines);
    }

    private List<String> words(List<String> words) {
        List<String> all = new ArrayList<>(words);
        all.set(0, binaries.path(words.get(0)));
        return all;
    }

    /** Finds the first one of a server's major version, or else of the next version above. */
    static Optional<PostgresqlClient> nearest(List<PostgresqlClient> clients, int server) {
        return clients.stream()
                .filter(client -> major(client.version) >= server)
                .min(Comparator.comparingInt(client -> major(client.version)));
    }

    private static String lack(List<PostgresqlClient> installed, int server) {
        String found = installed.stream()
                .map(client -> client.version.split(" ", 2)[0] + " in " + client.binaries.directory())
                .collect(Collectors.joining(", "));
        return "pg_dump, pg_restore and psql of version " + server + " or later; found "
                + (found.isEmpty() ? "none (on Debian: apt-get install postgresql-client)" : found);
    }

    /** Finds the programs of the server's own installation, then of the PATH, then of packages. */
    private static List<PostgresqlClient> installed(RunningTarget running) throws IOException {
        Set<Path> directories = new LinkedHashSet<>();
        if (running.target().server() == ServerKind.LOCAL) {
            PostgresqlPrograms.directory(running.target()).ifPresent(directories::add);
        }
        directories.addAll(InstalledPrograms.directories(PostgresqlPrograms.packaged()));
        List<PostgresqlClient> clients = new ArrayList<>();
        for (Path directory : directories) {
            Optional<InstalledPrograms> programs = InstalledPrograms.in(directory, NAMES);
            Path dump = directory.resolve(NAMES.get(0));
            if (programs.isPresent() && !dump.toRealPath().endsWith(WRAPPER)) {
                List<String> words = List.of(dump.toString(), "--version");
                String printed = new Tool(new Command(words, Map.of(), running.output())).output();
                clients.add(new PostgresqlClient(
                        programs.get(),
                        printed.replaceFirst("^.*\\(PostgreSQL\\)", "").strip()));
            }
        }
        return clients;
    }

    private static int server(RunningTarget running) throws SQLException {
        return Drivers.query(running.endpoint(), PostgresqlMonitor::version) / 10_000;
    }

    static int major(String version) {
        Matcher number = VERSION.matcher(version);
        return number.lookingAt() ? Integer.parseInt(number.group()) : 0;
    }

    /**
     * The address of an endpoint in the form of the programs.
     *
     * @param servers hosts with ports, separated by commas, or the directory of a socket with its port
     * @param user empty for the name of the user who runs the program
     * @param environment variables for TLS
     */
    record Address(String servers, Optional<String> user, Map<String, String> environment) {
        private static final String DEFAULT = "localhost:5432";

        /** Variables of the programs for parameters of the driver with the same values. */
        private static final Map<String, String> ENVIRONMENT =
                Map.of("sslmode", "PGSSLMODE", "sslrootcert", "PGSSLROOTCERT");

        static Address of(Endpoint endpoint) {
            Map<String, String> parameters = new HashMap<>(endpoint.properties());
            parameters.putAll(new JdbcUrl(endpoint.url()).decodedProperties());
            Map<String, String> environment = new HashMap<>();
            ENVIRONMENT.forEach((parameter, variable) -> {
                if (parameters.containsKey(parameter)) {
                    environment.put(variable, parameters.get(parameter));
                }
            });
            String servers = new JdbcUrl(endpoint.url()).address().orElse(DEFAULT);
            if (parameters.getOrDefault("socketFactory", "").contains("AFUNIX")) {
                Path socket = Path.of(parameters.get("socketFactoryArg")); // ends with .s.PGSQL.5432
                String directory = URLEncoder.encode(String.valueOf(socket.getParent()), StandardCharsets.UTF_8);
                servers = directory.replace("+", "%20") + socket.toString().replaceFirst(".*\\.", ":");
            }
            Optional<String> user = endpoint.user().or(() -> Optional.ofNullable(parameters.get("user")));
            return new Address(servers, user, Map.copyOf(environment));
        }

        /** Returns arguments with which a program connects to a database and never prompts for a password. */
        List<String> arguments(String database) {
            return Stream.concat(
                            Stream.of("--dbname=postgresql://" + servers + "/" + database, "--no-password"),
                            user.stream().map(name -> "--username=" + name))
                    .toList();
        }
    }
}
