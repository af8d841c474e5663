package org.rowmark.state;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds what bears Rowmark's names in a database, as the driver's metadata tell it. Drivers ask the server's catalogue
 * for that, which not every server that speaks a product's protocol has; one without it has nothing to tell, and
 * {@link Tables} still asks for each table before it makes it.
 */
final class NamedLikeOurs {
    private static final String SCHEMA = "rowmark";
    private static final String[] TABLES_AND_VIEWS = {"TABLE", "BASE TABLE", "VIEW"};

    private final Connection connection;
    private final DatabaseMetaData metaData;

    NamedLikeOurs(Connection connection) throws SQLException {
        this.connection = connection;
        this.metaData = connection.getMetaData();
    }

    /** Tables and views of the connection's schema whose names begin with Rowmark's prefix, in lower case. */
    Set<String> tables() {
        return told(() -> {
            Set<String> names = new TreeSet<>();
            for (String pattern : List.of("rowmark%", "ROWMARK%")) {
                tables(connection.getCatalog(), currentSchema().orElse(null), pattern).stream()
                        .filter(name -> name.startsWith(Table.PREFIX))
                        .forEach(names::add);
            }
            return names;
        });
    }

    /**
     * Tables and views of a schema named {@code rowmark} that is not the connection's own, in lower case. Where a
     * product has no schemas, its catalogs are what users call so.
     */
    Set<String> tablesOfSchema() {
        return told(this::findTablesOfSchema);
    }

    /** A question to the catalogue. */
    @FunctionalInterface
    private interface Question {
        Set<String> names() throws SQLException;
    }

    private static Set<String> told(Question question) {
        try {
            return question.names();
        } catch (SQLException e) {
            return Set.of();
        }
    }

    private Set<String> findTablesOfSchema() throws SQLException {
        boolean schemas = metaData.supportsSchemasInTableDefinitions();
        String current = schemas ? currentSchema().orElse("") : String.valueOf(connection.getCatalog());
        if (current.equalsIgnoreCase(SCHEMA)) {
            return Set.of();
        }
        Set<String> names = new TreeSet<>();
        try (ResultSet all = schemas ? metaData.getSchemas() : metaData.getCatalogs()) {
            while (all.next()) {
                String name = all.getString(1);
                if (SCHEMA.equalsIgnoreCase(name)) {
                    names.addAll(schemas ? tables(connection.getCatalog(), name, "%") : tables(name, null, "%"));
                }
            }
        }
        return names;
    }

    private Set<String> tables(String catalog, String schema, String pattern) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (ResultSet tables = metaData.getTables(catalog, schema, pattern, TABLES_AND_VIEWS)) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** Drivers of JDBC 4.0 do not have the method. */
    private Optional<String> currentSchema() throws SQLException {
        try {
            return Optional.ofNullable(connection.getSchema());
        } catch (AbstractMethodError e) {
            return Optional.empty();
        }
    }
}
