package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Drivers;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * The files of a dump by {@code --tab}: a file of definitions per table and view, and a file of rows per table. The
 * server writes the rows by {@code SELECT … INTO OUTFILE}: it must run on this machine and be allowed to.
 *
 * @param before statements to execute before the rows are loaded
 * @param rows files of rows, the largest first: jobs that take one after the other end at about the same time
 * @param after statements to execute when the rows are loaded
 */
record MySqlTabFiles(List<String> before, List<Path> rows, List<String> after) {
    /** As in the dumps that the client restores: what is added was in force where the rows come from. */
    private static final String WITHOUT_CHECKS = "SET FOREIGN_KEY_CHECKS=0, UNIQUE_CHECKS=0;";

    /** @throws UsageException if that is no such directory */
    static MySqlTabFiles in(Path directory) throws IOException {
        List<Path> definitions = Files.isDirectory(directory) ? ending(directory, ".sql") : List.of();
        if (definitions.isEmpty()) {
            throw new UsageException(directory + " is not what --tab of a dump program makes: a directory of files"
                    + " that end in .sql and .txt");
        }
        List<Definition> read = new ArrayList<>();
        for (Path file : definitions) {
            read.add(Definition.of(Files.readAllLines(file)));
        }
        read.sort(Comparator.comparing(Definition::isTable).reversed()); // views are made of tables
        List<Path> rows = new ArrayList<>(ending(directory, ".txt"));
        rows.sort(Comparator.comparing((Path file) -> file.toFile().length()).reversed());
        return new MySqlTabFiles(
                statements(read.stream().flatMap(each -> each.before().stream())),
                rows,
                statements(read.stream().flatMap(each -> each.after().stream())));
    }

    private static List<String> statements(Stream<String> lines) {
        return Stream.concat(Stream.of(WITHOUT_CHECKS), lines).toList();
    }

    private static List<Path> ending(Path directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    /** Finds why the server writes no files that can be read here, or loads none, as the end of "needs …". */
    static Optional<String> missing(RunningTarget running) {
        if (running.target().server() == ServerKind.CONTAINER) {
            return Optional.of(
                    "a server with its files on this machine: --tab has the server write them, here into its container");
        }
        try {
            return Drivers.query(
                    running.endpoint(),
                    connection -> ServerInfoQueries.value(connection, "select @@local_infile")
                                    .equals("0")
                            ? Optional.of("a server that takes LOAD DATA LOCAL (local_infile=ON)")
                            : refusal(running, connection));
        } catch (SQLException e) {
            return Optional.of("a server that answers: " + Sql.reason(e));
        }
    }

    /**
     * Tries to have the server write a file. It must run on this machine, its user must have the right to, and
     * {@code secure_file_priv}, which means one thing to MySQL and another to MariaDB where it is NULL, must let it.
     */
    private static Optional<String> refusal(RunningTarget running, Connection connection) {
        try {
            Path directory = shared(running);
            try {
                Path file = directory.resolve("file.txt");
                String name = file.toString().replace("\\", "\\\\").replace("'", "''");
                Sql.execute(connection, "select 1 into outfile '" + name + "'");
                return Files.isReadable(file)
                        ? Optional.empty()
                        : Optional.of("a server on this machine whose files Rowmark's user may read");
            } finally {
                PathUtils.deleteDirectory(directory);
            }
        } catch (SQLException e) {
            return Optional.of("a server on this machine that writes files for --tab: " + Sql.reason(e));
        } catch (IOException e) {
            return Optional.of("a directory that the server may write to: " + e.getMessage());
        }
    }

    /** Dumps into a directory that the server may write to, whoever runs it, and moves the files from there. */
    static void dump(RunningTarget running, MySqlClient dump, String source, Path backup) throws IOException {
        Path directory = shared(running);
        try {
            dump.dump(running, List.of("--tab=" + directory, source));
            Files.createDirectory(backup);
            for (Path file : ending(directory, "")) {
                Files.move(file, backup.resolve(file.getFileName()));
            }
        } finally {
            PathUtils.deleteDirectory(directory);
        }
    }

    private static Path shared(RunningTarget running) throws IOException {
        Path directory =
                Files.createTempDirectory(running.workspace().data(), "files-").toAbsolutePath();
        if (running.target().server() == ServerKind.EXTERNAL) {
            FilePermissions.set(directory, "rwxrwxrwx");
        }
        return directory;
    }

    /**
     * The definition of a table as a dump program writes it, divided into the statements before the rows and those that
     * can come after them. Relies on {@code SHOW CREATE TABLE} writing one column or key per line.
     *
     * @param isTable false for a view
     * @param before makes the table, with its primary key and with the key that an automatic number needs
     * @param after adds the other keys, the foreign keys and the triggers, each only if there are any
     */
    record Definition(boolean isTable, List<String> before, List<String> after) {
        private static final String NAME = "`(?:[^`]|``)+`";
        private static final Pattern CREATE = Pattern.compile("CREATE TABLE (" + NAME + ") \\(");
        private static final Pattern NUMBERED = Pattern.compile("  (" + NAME + ") .*\\bAUTO_INCREMENT\\b.*");
        private static final Pattern KEY =
                Pattern.compile("  (?:UNIQUE |FULLTEXT |SPATIAL )?KEY " + NAME + " \\((" + NAME + ").*");
        private static final Pattern FOREIGN_KEY = Pattern.compile("  CONSTRAINT " + NAME + " FOREIGN KEY .*");

        /** The first line of MariaDB's dumps. Clients of MySQL and older ones of MariaDB do not take it. */
        private static final Pattern SANDBOX = Pattern.compile("/\\*M?!999999.*");

        /** The beginning of triggers, which follow a table's definition with all that they need. */
        private static final Pattern TRIGGER = Pattern.compile("(?:/\\*!50003 |DELIMITER ).*");

        static Definition of(List<String> lines) {
            Reading reading = new Reading();
            lines.stream().filter(line -> !SANDBOX.matcher(line).matches()).forEach(reading::read);
            return reading.result();
        }

        private static final class Reading {
            private final List<String> before = new ArrayList<>();
            private final List<String> keys = new ArrayList<>();
            private final List<String> foreignKeys = new ArrayList<>();
            private final List<String> triggers = new ArrayList<>();
            private String table = "";
            private String numbered = "";
            private boolean isInside;

            void read(String line) {
                Matcher create = CREATE.matcher(line);
                if (create.matches()) {
                    table = create.group(1);
                    isInside = true;
                    before.add(line);
                } else if (isInside) {
                    readPart(line);
                } else if (!table.isEmpty()
                        && (!triggers.isEmpty() || TRIGGER.matcher(line).matches())) {
                    triggers.add(line);
                } else {
                    before.add(line);
                }
            }

            private void readPart(String line) {
                Matcher number = NUMBERED.matcher(line);
                Matcher key = KEY.matcher(line);
                if (number.matches()) {
                    numbered = number.group(1);
                }
                if (key.matches() && !key.group(1).equals(numbered)) {
                    keys.add(withoutComma(line.strip()));
                } else if (FOREIGN_KEY.matcher(line).matches()) {
                    foreignKeys.add(withoutComma(line.strip()));
                } else {
                    isInside = !line.startsWith(")");
                    if (!isInside) { // the last definition has no comma
                        before.set(before.size() - 1, withoutComma(before.get(before.size() - 1)));
                    }
                    before.add(line);
                }
            }

            /** Adds all keys of a table by one statement, which reads it once. */
            Definition result() {
                Stream<String> additions = Stream.of(keys, foreignKeys)
                        .filter(list -> !list.isEmpty())
                        .map(list -> "ALTER TABLE " + table + " ADD " + String.join(", ADD ", list) + ";");
                return new Definition(
                        !table.isEmpty(),
                        before,
                        Stream.concat(additions, triggers.stream()).toList());
            }

            private static String withoutComma(String line) {
                return line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
            }
        }
    }
}
