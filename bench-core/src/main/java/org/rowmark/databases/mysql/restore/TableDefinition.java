package org.rowmark.databases.mysql.restore;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The definitions of a table as a dump program writes them, divided into what must be there before the rows and what can
 * come after them. {@code SHOW CREATE TABLE} writes one column or key per line, which is what this goes by.
 *
 * @param isTable false for a view
 * @param before makes the table, with its primary key and with the key that an automatic number needs
 * @param after adds the other keys, the foreign keys and the triggers, each only if there are any
 */
record TableDefinition(boolean isTable, List<String> before, List<String> after) {
    private static final String NAME = "`(?:[^`]|``)+`";
    private static final Pattern CREATE = Pattern.compile("CREATE TABLE (" + NAME + ") \\(");
    private static final Pattern NUMBERED = Pattern.compile("  (" + NAME + ") .*\\bAUTO_INCREMENT\\b.*");
    private static final Pattern KEY =
            Pattern.compile("  (?:UNIQUE |FULLTEXT |SPATIAL )?KEY " + NAME + " \\((" + NAME + ").*");
    private static final Pattern FOREIGN_KEY = Pattern.compile("  CONSTRAINT " + NAME + " FOREIGN KEY .*");

    /** Of MariaDB's dumps, the first line. Clients of MySQL and older ones of MariaDB do not take it. */
    private static final Pattern SANDBOX = Pattern.compile("/\\*M?!999999.*");

    /** What a dump program writes behind a table's definition, with all that it needs, are triggers. */
    private static final Pattern TRIGGER = Pattern.compile("(?:/\\*!50003 |DELIMITER ).*");

    static TableDefinition of(List<String> lines) {
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

        /** One statement for all keys of a table, which is read once then. */
        TableDefinition result() {
            Stream<String> additions = Stream.of(keys, foreignKeys)
                    .filter(list -> !list.isEmpty())
                    .map(list -> "ALTER TABLE " + table + " ADD " + String.join(", ADD ", list) + ";");
            return new TableDefinition(
                    !table.isEmpty(),
                    before,
                    Stream.concat(additions, triggers.stream()).toList());
        }

        private static String withoutComma(String line) {
            return line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
        }
    }
}
