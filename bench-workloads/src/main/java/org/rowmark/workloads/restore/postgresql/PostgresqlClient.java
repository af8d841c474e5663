package org.rowmark.workloads.restore.postgresql;

import java.io.IOException;
import java.net.InetSocketAddress;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.rowmark.databases.postgresql.PostgresqlMonitor;
import org.rowmark.databases.postgresql.PostgresqlPrograms;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.db.Drivers;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.RestoreMethod;

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
    private static final int PORT = 5432;

    /** Variables of the programs for parameters of the driver with the same values. */
    private static final Map<String, String> VARIABLES =
            Map.of("user", "PGUSER", "password", "PGPASSWORD", "sslmode", "PGSSLMODE", "sslrootcert", "PGSSLROOTCERT");

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
        List<String> all = words(words);
        all.addAll(1, List.of("--dbname=" + database, "--no-password"));
        Map<String, String> environment = environment(running.endpoint());
        Set<String> others = new TreeSet<>(System.getenv().keySet());
        others.removeAll(environment.keySet());
        Command command = new Command(all, environment, running.output()).behind(without(others));
        new Tool(command, input, Optional.empty()).run(lines, read);
    }

    /** Returns the variables by which the programs connect as the driver does, the password among them. */
    static Map<String, String> environment(Endpoint endpoint) {
        JdbcUrl url = new JdbcUrl(endpoint.url());
        Map<String, String> parameters = new HashMap<>(endpoint.properties());
        parameters.putAll(url.decodedProperties());
        endpoint.user().ifPresent(user -> parameters.put("user", user));
        endpoint.password()
                .map(Secret::reveal)
                .filter(password -> !password.isEmpty())
                .ifPresent(password -> parameters.put("password", password));
        Map<String, String> environment = new TreeMap<>();
        VARIABLES.forEach((parameter, variable) -> {
            if (parameters.containsKey(parameter)) {
                environment.put(variable, parameters.get(parameter));
            }
        });
        List<InetSocketAddress> servers = url.servers(PORT);
        environment.put(
                "PGHOST", servers.stream().map(InetSocketAddress::getHostString).collect(Collectors.joining(",")));
        environment.put(
                "PGPORT", servers.stream().map(server -> "" + server.getPort()).collect(Collectors.joining(",")));
        if (parameters.getOrDefault("socketFactory", "").contains("AFUNIX")) {
            Path socket = Path.of(parameters.get("socketFactoryArg")); // ends with .s.PGSQL.5432
            environment.put("PGHOST", String.valueOf(socket.getParent()));
            environment.put("PGPORT", socket.toString().replaceFirst(".*\\.", ""));
        }
        return environment;
    }

    /** Returns the program that runs another without those variables that would lead it elsewhere than to the target. */
    static List<String> without(Set<String> variables) {
        List<String> words = new ArrayList<>(List.of("env"));
        variables.stream()
                .filter(name ->
                        name.startsWith("PG") && !OF_THE_USER.matcher(name).matches())
                .forEach(name -> words.addAll(List.of("-u", name)));
        return words.size() == 1 ? List.of() : words;
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
}
