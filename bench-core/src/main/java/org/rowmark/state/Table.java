package org.rowmark.state;

import java.util.List;
import org.rowmark.db.UsageException;

/**
 * A table of Rowmark's own.
 *
 * @param name starts with {@code rowmark_}
 * @param columns at least one; the first is the primary key
 * @param types SQL types, one per column
 */
public record Table(String name, List<String> columns, List<String> types) {
    static final String PREFIX = "rowmark_";

    public Table {
        columns = List.copyOf(columns);
        types = List.copyOf(types);
        if (!name.startsWith(PREFIX)) {
            throw new UsageException("table " + name + ": the names of Rowmark's tables start with " + PREFIX);
        }
        if (columns.isEmpty() || columns.size() != types.size()) {
            throw new UsageException("table " + name + ": as many types as columns, at least one");
        }
    }

    /** Column definitions and the primary key, as {@code create table} wants them. */
    String definitions() {
        StringBuilder definitions = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            definitions
                    .append(columns.get(i))
                    .append(' ')
                    .append(types.get(i))
                    .append(i == 0 ? " not null primary key" : " not null")
                    .append(i == columns.size() - 1 ? "" : ", ");
        }
        return definitions.toString();
    }
}
