package org.rowmark.workloads.restore;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.db.Dialect;
import org.rowmark.db.RowSource;

/**
 * A table of the database that is generated to be backed up. Its first column is the primary key.
 *
 * @param name without a prefix, as the database is its own
 * @param columns names, with definitions, including whether the column is nullable
 * @param rows at the scale that is built
 * @param row the values of a row
 * @param indexes secondary ones
 * @param references foreign keys
 * @param hasLargeObjects whether a column is a large object, which the fastest loaders do not support
 */
record SampleTable(
        String name,
        List<Column> columns,
        long rows,
        RowSource.Row row,
        List<Index> indexes,
        List<Reference> references,
        boolean hasLargeObjects) {

    /** @param definition type and, for most, {@code not null} */
    record Column(String name, String definition) {}

    /** A secondary index. */
    record Index(String name, Kind kind, String columns) {
        /** The kind of an index. */
        enum Kind {
            PLAIN,
            UNIQUE,
            DESCENDING
        }

        String create(Dialect dialect, String table) {
            return switch (kind) {
                case PLAIN -> "create index " + name + " on " + table + " (" + columns + ")";
                case UNIQUE -> "create unique index " + name + " on " + table + " (" + columns + ")";
                case DESCENDING -> dialect.descendingIndex(name, table, columns);
            };
        }
    }

    /** A foreign key to the primary key of another table. */
    record Reference(String name, String column, String parent) {
        String constraint() {
            return "constraint " + name + " foreign key (" + column + ") references " + parent + " (id)";
        }
    }

    /** @param keys whether the keys are declared with the table */
    String create(Dialect dialect, boolean keys) {
        List<String> parts = new ArrayList<>();
        columns.forEach(column -> parts.add(column.name() + " " + column.definition()));
        if (keys) {
            parts.add(primaryKey());
            references.forEach(reference -> parts.add(reference.constraint()));
        }
        return dialect.createTable(name, String.join(", ", parts));
    }

    private String primaryKey() {
        return "constraint pk_" + name + " primary key (id)";
    }

    /** The primary key, where it was not declared with the table, and the secondary indexes. */
    List<String> createIndexes(Dialect dialect, boolean keys) {
        List<String> statements = new ArrayList<>();
        if (!keys) {
            statements.add("alter table " + name + " add " + primaryKey());
        }
        indexes.forEach(index -> statements.add(index.create(dialect, name)));
        return statements;
    }

    /** The foreign keys, after the primary keys of all tables. */
    List<String> createReferences() {
        return references.stream()
                .map(reference -> "alter table " + name + " add " + reference.constraint())
                .toList();
    }

    RowSource toLoad() {
        List<String> names = columns.stream().map(Column::name).toList();
        return new RowSource(name, names, rows, row);
    }
}
