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
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.databases.postgresql.Postgresql;
import org.rowmark.databases.postgresql.PostgresqlAddress;
import org.rowmark.databases.postgresql.PostgresqlPrograms;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.db.Drivers;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.PrivateFile;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/**
 * PostgreSQL's programs for backups. They take servers of their own version and older ones; what those of a later version
 * send, for example {@code set transaction_timeout} from 17 on, the server may not know.
 *
 * @param binaries pg_dump, pg_restore and psql
 * @param version as they tell it, for example {@code 15.18 (Debian 15.18-0+deb12u1)}
 */
record PostgresqlClient(InstalledPrograms binaries, String version) {
    private static final List<String> NAMES = List.of("pg_dump", "pg_restore", "psql");

    /** Debian's, a script that searches the program to run: its time would be measured. */
    private static final String WRAPPER = "pg_wrapper";

    private static final Pattern VERSION = Pattern.compile("(\\d+)(?:\\.(\\d+))?.*");

    /** Why none of the programs can be used, as the end of "needs …". */
    static Optional<String> missing(RunningTarget site) {
        try {
            return find(site).isPresent() ? Optional.empty() : Optional.of(lack(site));
        } catch (IOException | SQLException e) {
            return Optional.of("a server that answers: " + e.getMessage());
        }
    }

    /** @throws UsageException if there are none */
    static PostgresqlClient of(RunningTarget site) throws IOException, SQLException {
        Optional<PostgresqlClient> found = find(site);
        if (found.isEmpty()) {
            throw site.target().problem("needs " + lack(site));
        }
        return found.get();
    }

    /** The version by name of the program, or nothing where there is none. */
    static Map<String, String> versions(RunningTarget site, String name) throws IOException {
        try {
            return find(site).map(client -> Map.of(name, client.version)).orElse(Map.of());
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Runs one of the programs to its end, connected as the target is; {@code arguments} hold no secret. */
    void run(RunningTarget site, String name, List<String> arguments, Consumer<String> lines) throws IOException {
        run(site, name, arguments, Optional.empty(), lines, read -> {});
    }

    /**
     * Runs one of the programs to its end, connected as the target is.
     *
     * @param name of the program
     * @param arguments hold no secret
     * @param input its standard input
     * @param lines gets what it prints
     * @param read gets how many bytes of the input it has read
     */
    void run(
            RunningTarget site,
            String name,
            List<String> arguments,
            Optional<Path> input,
            Consumer<String> lines,
            LongConsumer read)
            throws IOException {
        PostgresqlAddress address = PostgresqlAddress.of(site.endpoint());
        List<String> words = new ArrayList<>(List.of(binaries.path(name)));
        words.addAll(address.arguments());
        words.addAll(arguments);
        Map<String, String> environment = new HashMap<>(address.environment());
        Optional<String> password =
                site.endpoint().password().map(Secret::reveal).filter(text -> !text.isEmpty());
        if (password.isEmpty()) {
            new Tool(new Command(words, environment, site.output()), input, Optional.empty()).run(lines, read);
            return;
        }
        environment.put("PGPASSWORD", ""); // that of the user's shell would count before the file
        try (PrivateFile file = PrivateFile.of(site.workspace().data(), List.of(passwordLine(password.get())))) {
            environment.put("PGPASSFILE", file.path().toString());
            new Tool(new Command(words, environment, site.output()), input, Optional.empty()).run(lines, read);
        }
    }

    /** For any server, database and user; a colon ends a field. */
    static String passwordLine(String password) {
        return "*:*:*:*:" + password.replace("\\", "\\\\").replace(":", "\\:");
    }

    /** Runs a program that needs no server. */
    void runAlone(RunningTarget site, String name, List<String> arguments, Consumer<String> lines) throws IOException {
        List<String> words = new ArrayList<>(List.of(binaries.path(name)));
        words.addAll(arguments);
        new Tool(new Command(words, Map.of(), site.output())).run(lines);
    }

    private static Optional<PostgresqlClient> find(RunningTarget site) throws IOException, SQLException {
        return nearest(installed(site), server(site));
    }

    /**
     * The first of those whose version is the server's, or the next one above.
     *
     * @param server as {@link #major} has it
     */
    static Optional<PostgresqlClient> nearest(List<PostgresqlClient> clients, int server) {
        return clients.stream()
                .filter(client -> major(client.version) >= server)
                .min(Comparator.comparingInt(client -> major(client.version)));
    }

    private static String lack(RunningTarget site) {
        try {
            int server = server(site);
            String wanted = "pg_dump, pg_restore and psql of version "
                    + (server % 100 == 0 ? Integer.toString(server / 100) : server / 100 + "." + server % 100)
                    + " or later";
            List<String> found = installed(site).stream()
                    .map(client -> client.version.split(" ", 2)[0] + " in " + client.binaries.directory())
                    .toList();
            return wanted + "; found "
                    + (found.isEmpty()
                            ? "none (on Debian: apt-get install postgresql-client)"
                            : String.join(", ", found));
        } catch (IOException | SQLException e) {
            return "a server that answers: " + e.getMessage();
        }
    }

    /** Those of the server's own installation, then of the PATH, then of packages. */
    private static List<PostgresqlClient> installed(RunningTarget site) throws IOException {
        Stream<Path> own = site.target().server() == ServerKind.LOCAL
                ? PostgresqlPrograms.directory(site.target()).stream()
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
                clients.add(new PostgresqlClient(new InstalledPrograms(directory), version(site, program)));
            }
        }
        return clients;
    }

    private static String version(RunningTarget site, Path program) throws IOException {
        List<String> said = new ArrayList<>();
        new Tool(new Command(List.of(program.toString(), "--version"), Map.of(), site.output())).run(said::add);
        return String.join(" ", said)
                .replaceFirst("^.*\\(PostgreSQL\\)\\s*", "")
                .strip();
    }

    private static int server(RunningTarget site) throws SQLException {
        int version = Drivers.ask(site.endpoint(), Postgresql::version);
        return version >= 100_000 ? version / 10_000 * 100 : version / 100;
    }

    /** As 906 for 9.6, 1500 for 15: from 10 on a version has one number. */
    static int major(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return 0;
        }
        int first = Integer.parseInt(parts.group(1));
        return first >= 10 || parts.group(2) == null ? first * 100 : first * 100 + Integer.parseInt(parts.group(2));
    }
}
