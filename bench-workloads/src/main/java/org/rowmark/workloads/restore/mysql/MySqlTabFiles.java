package org.rowmark.workloads.restore.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/**
 * The files of a dump by {@code --tab}: a file of definitions per table and view, and a file of rows per table.
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
        List<Path> rows = ending(directory, ".txt").stream()
                .sorted(Comparator.comparing((Path file) -> file.toFile().length())
                        .reversed())
                .toList();
        return new MySqlTabFiles(
                statements(definitions.stream().map(Definition::before)),
                rows,
                statements(definitions.stream().map(Definition::after)));
    }

    private static List<String> statements(Stream<String> texts) {
        return Stream.concat(Stream.of(WITHOUT_CHECKS), texts).toList();
    }

    static List<Path> ending(Path directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
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
