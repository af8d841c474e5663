package org.rowmark.databases.postgresql.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.databases.postgresql.PostgresqlMonitor;
import org.rowmark.databases.postgresql.PostgresqlPrograms;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.process.Command;
import org.rowmark.process.PrivateFile;
import org.rowmark.process.Tool;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/**
 * PostgreSQL's programs for backups. They support servers of their own version and older ones; but programs of a later
 * version may send what an older server does not know, for example {@code set transaction_timeout} from 17 on.
 *
 * @param binaries pg_dump, pg_restore and psql
 * @param version as they print it, for example {@code 15.18 (Debian 15.18-0+deb12u1)}
 */
record PostgresqlClient(InstalledPrograms binaries, String version) {
    /** A restore by the program of its name. */
    interface Method extends RestoreMethod {
        @Override
        default Optional<String> missing(RunningTarget running) {
            return PostgresqlClient.missing(running);
        }

        @Override
        default Map<String, String> programs(RunningTarget running) throws IOException {
            return versions(running, name());
        }
    }

    private static final List<String> NAMES = List.of("pg_dump", "pg_restore", "psql");

    /** Debian's script that searches for the program to run: its time would be measured. */
    private static final String WRAPPER = "pg_wrapper";

    /** The programs' variables by which a user proves an identity; all others give a server, a session or its TLS. */
    private static final Pattern OF_THE_USER = Pattern.compile("PG(PASS|SSLCERT|SSLKEY|SSLCRL|KRB|GSSLIB)\\w*");

    private static final Pattern VERSION = Pattern.compile("\\d+");

    /** Returns the end of "needs …", or empty if programs can be used. */
    static Optional<String> missing(RunningTarget running) {
        try {
            return find(running).isPresent() ? Optional.empty() : Optional.of(lack(running));
        } catch (IOException | SQLException e) {
            return Optional.of("a server that answers: " + e.getMessage());
        }
    }

    /** @throws UsageException if there are none */
    static PostgresqlClient of(RunningTarget running) throws IOException, SQLException {
        Optional<PostgresqlClient> found = find(running);
        if (found.isEmpty()) {
            throw running.target().problem("needs " + lack(running));
        }
        return found.get();
    }

    /** Returns the version by name of the program; empty if there is none. */
    static Map<String, String> versions(RunningTarget running, String name) throws IOException {
        try {
            return find(running).map(client -> Map.of(name, client.version)).orElse(Map.of());
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Runs one of the programs to its end, connected as the target is, without input. */
    void run(RunningTarget running, String name, List<String> arguments, Consumer<String> lines) throws IOException {
        run(running, name, arguments, Optional.empty(), lines, read -> {});
    }

    /**
     * Runs one of the programs to its end, connected as the target is.
     *
     * @param name of the program
     * @param arguments without secrets
     * @param input its standard input
     * @param lines receives each line that it prints
     * @param read receives the number of bytes of the input that it has read
     */
    void run(
            RunningTarget running,
            String name,
            List<String> arguments,
            Optional<Path> input,
            Consumer<String> lines,
            LongConsumer read)
            throws IOException {
        PostgresqlAddress address = PostgresqlAddress.of(running.endpoint());
        List<String> words = words(name, address.arguments());
        words.addAll(arguments);
        Map<String, String> environment = new HashMap<>(address.environment());
        Optional<String> password =
                running.endpoint().password().map(Secret::reveal).filter(text -> !text.isEmpty());
        if (password.isEmpty()) {
            new Tool(command(words, environment, running), input, Optional.empty()).run(lines, read);
            return;
        }
        environment.put("PGPASSWORD", ""); // the variable of the user's shell would take precedence over the file
        try (PrivateFile file = PrivateFile.of(running.workspace().data(), List.of(passwordLine(password.get())))) {
            environment.put("PGPASSFILE", file.path().toString());
            new Tool(command(words, environment, running), input, Optional.empty()).run(lines, read);
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
    void runAlone(RunningTarget running, String name, List<String> arguments, Consumer<String> lines)
            throws IOException {
        new Tool(new Command(words(name, arguments), Map.of(), running.output())).run(lines);
    }

    private List<String> words(String name, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(binaries.path(name)));
        words.addAll(arguments);
        return words;
    }

    private static Optional<PostgresqlClient> find(RunningTarget running) throws IOException, SQLException {
        return nearest(installed(running), server(running));
    }

    /**
     * Finds the first one of the server's version, or else of the next version above.
     *
     * @param server its major version
     */
    static Optional<PostgresqlClient> nearest(List<PostgresqlClient> clients, int server) {
        return clients.stream()
                .filter(client -> major(client.version) >= server)
                .min(Comparator.comparingInt(client -> major(client.version)));
    }

    private static String lack(RunningTarget running) throws IOException, SQLException {
        int server = server(running);
        String wanted = "pg_dump, pg_restore and psql of version " + server + " or later";
        List<String> found = installed(running).stream()
                .map(client -> client.version.split(" ", 2)[0] + " in " + client.binaries.directory())
                .toList();
        return wanted + "; found "
                + (found.isEmpty() ? "none (on Debian: apt-get install postgresql-client)" : String.join(", ", found));
    }

    /** Finds the programs of the server's own installation, then of the PATH, then of packages. */
    private static List<PostgresqlClient> installed(RunningTarget running) throws IOException {
        Stream<Path> own = running.target().server() == ServerKind.LOCAL
                ? PostgresqlPrograms.directory(running.target()).stream()
                : Stream.empty();
        List<Path> directories = Stream.concat(
                        own, InstalledPrograms.directories(PostgresqlPrograms.packaged()).stream())
                .distinct()
                .filter(directory -> InstalledPrograms.in(directory, NAMES).isPresent())
                .toList();
        List<PostgresqlClient> clients = new ArrayList<>();
        for (Path directory : directories) {
            Path program = directory.resolve(NAMES.get(0));
            if (!program.toRealPath().endsWith(WRAPPER)) {
                clients.add(new PostgresqlClient(new InstalledPrograms(directory), version(running, program)));
            }
        }
        return clients;
    }

    private static String version(RunningTarget running, Path program) throws IOException {
        List<String> lines = new ArrayList<>();
        new Tool(new Command(List.of(program.toString(), "--version"), Map.of(), running.output())).run(lines::add);
        return String.join(" ", lines)
                .replaceFirst("^.*\\(PostgreSQL\\)\\s*", "")
                .strip();
    }

    private static int server(RunningTarget running) throws SQLException {
        return Drivers.query(running.endpoint(), PostgresqlMonitor::version) / 10_000;
    }

    static int major(String version) {
        Matcher number = VERSION.matcher(version);
        return number.lookingAt() ? Integer.parseInt(number.group()) : 0;
    }
}
