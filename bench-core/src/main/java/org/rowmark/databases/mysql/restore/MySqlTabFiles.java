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
import org.rowmark.db.ConnectionMode;
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
        List<Path> files = Files.isDirectory(directory) ? ending(directory, ".sql") : List.of();
        if (files.isEmpty()) {
            throw new UsageException(directory + " is not what --tab of a dump program makes: a directory of files"
                    + " that end in .sql and .txt");
        }
        List<Definition> definitions = new ArrayList<>();
        for (Path file : files) {
            definitions.add(Definition.of(String.join("\n", Files.readAllLines(file))));
        }
        definitions.sort(Comparator.comparing(Definition::isTable).reversed()); // views are made of tables
        List<Path> rows = new ArrayList<>(ending(directory, ".txt"));
        rows.sort(Comparator.comparing((Path file) -> file.toFile().length()).reversed());
        return new MySqlTabFiles(
                statements(definitions.stream().map(Definition::before)),
                rows,
                statements(definitions.stream().map(Definition::after)));
    }

    private static List<String> statements(Stream<String> texts) {
        return Stream.concat(Stream.of(WITHOUT_CHECKS), texts).toList();
    }

    private static List<Path> ending(Path directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    /**
     * Finds why the server writes no files that can be read here, or loads none, as the end of "needs …". Tries to have
     * it write one: {@code secure_file_priv} means one thing to MySQL and another to MariaDB where it is NULL.
     */
    static Optional<String> missing(RunningTarget running) throws IOException, SQLException {
        if (running.target().server() == ServerKind.CONTAINER) {
            return Optional.of(
                    "a server with its files on this machine: --tab has the server write them, here into its container");
        }
        Path directory = shared(running);
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            if (Sql.number(connection, "select @@local_infile") == 0) {
                return Optional.of("a server that takes LOAD DATA LOCAL (local_infile=ON)");
            }
            Path file = directory.resolve("file.txt");
            String name = file.toString().replace("\\", "\\\\").replace("'", "''");
            try {
                Sql.execute(connection, "select 1 into outfile '" + name + "'");
            } catch (SQLException e) {
                return Optional.of("a server on this machine that writes files for --tab: " + Sql.reason(e));
            }
            return Files.isReadable(file)
                    ? Optional.empty()
                    : Optional.of("a server on this machine whose files Rowmark's user may read");
        } finally {
            PathUtils.deleteDirectory(directory);
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
     * The definition of a table as a dump program writes it, divided at the rows. Relies on {@code SHOW CREATE TABLE}
     * writing one column or key per line.
     *
     * @param isTable false for a view
     * @param before makes the table, with its primary key and with the key that an automatic number needs
     * @param after adds the other keys and the foreign keys by a statement each, which reads the table once, and triggers
     */
    record Definition(boolean isTable, String before, String after) {
        private static final String NAME = "`(?:[^`]|``)+`";
        private static final Pattern TABLE = Pattern.compile("CREATE TABLE (" + NAME + ") \\(");
        private static final Pattern NUMBERED = Pattern.compile("(?m)^  (" + NAME + ") .*\\bAUTO_INCREMENT\\b");

        /** A key with its first column, or a foreign key, behind the comma of the line before: no table begins with one. */
        private static final Pattern KEY = Pattern.compile(",\\n  ((?:UNIQUE |FULLTEXT |SPATIAL )?KEY " + NAME + " \\(("
                + NAME + ").*?|CONSTRAINT " + NAME + " FOREIGN KEY .*?)(?=,?\\n)");

        /** The first line of MariaDB's dumps. Clients of MySQL and older ones of MariaDB do not take it. */
        private static final Pattern SANDBOX = Pattern.compile("(?m)^/\\*M?!999999.*\\n?");

        /** The beginning of triggers, which follow a table's definition with all that they need. */
        private static final Pattern TRIGGERS = Pattern.compile("(?m)^(?:/\\*!50003 |DELIMITER )");

        static Definition of(String written) {
            String text = SANDBOX.matcher(written).replaceAll("");
            Matcher table = TABLE.matcher(text);
            if (!table.find()) {
                return new Definition(false, text, "");
            }
            Matcher triggers = TRIGGERS.matcher(text);
            int end = triggers.find(table.end()) ? triggers.start() : text.length();
            Matcher number = NUMBERED.matcher(text);
            String numbered = number.find(table.end()) ? number.group(1) : "";
            List<String> keys = new ArrayList<>();
            List<String> foreignKeys = new ArrayList<>();
            String before = KEY.matcher(text.substring(0, end)).replaceAll(key -> {
                if (numbered.equals(key.group(2))) {
                    return Matcher.quoteReplacement(key.group());
                }
                (key.group(2) == null ? foreignKeys : keys).add("ADD " + key.group(1));
                return "";
            });
            StringBuilder after = new StringBuilder();
            for (List<String> additions : List.of(keys, foreignKeys)) {
                if (!additions.isEmpty()) {
                    after.append("ALTER TABLE ").append(table.group(1)).append(' ');
                    after.append(String.join(", ", additions)).append(";\n");
                }
            }
            return new Definition(
                    true, before, after.append(text.substring(end)).toString());
        }
    }
}
