package org.rowmark.workloads.restore;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table that is not the product's own, as the driver names it; catalog and schema are null where there is none. */
public record UserTable(String catalog, String schema, String name) {
    private static final Set<String> SYSTEM =
            Set.of("information_schema", "pg_catalog", "sys", "system_lobs", "mysql", "performance_schema");

    /** Lists the tables of the connection's catalog, sorted by name. */
    public static List<UserTable> all(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        List<UserTable> tables = new ArrayList<>();
        try (ResultSet rows = metaData.getTables(connection.getCatalog(), null, "%", null)) {
            while (rows.next()) {
                String schema = rows.getString("TABLE_SCHEM");
                String type = rows.getString("TABLE_TYPE"); // null for kinds unknown to PostgreSQL's driver
                boolean isTable = "TABLE".equals(type) || "BASE TABLE".equals(type);
                if (isTable && (schema == null || !SYSTEM.contains(schema.toLowerCase(Locale.ROOT)))) {
                    tables.add(new UserTable(rows.getString("TABLE_CAT"), schema, rows.getString("TABLE_NAME")));
                }
            }
        }
        tables.sort(Comparator.comparing(UserTable::name));
        return tables;
    }

    /** Returns the quoted name with its schema, for statements. */
    public String quoted(Connection connection) throws SQLException {
        String quote = connection.getMetaData().getIdentifierQuoteString().strip();
        return Stream.of(schema == null ? "" : schema, name)
                .filter(part -> !part.isEmpty())
                .map(part -> quote + part + quote)
                .collect(Collectors.joining("."));
    }
}
