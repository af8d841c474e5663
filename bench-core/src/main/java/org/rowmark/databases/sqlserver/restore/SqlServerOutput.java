package org.rowmark.databases.sqlserver.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secrets;

/** What the server tells about backups and restores, kept as the output of programs is. */
final class SqlServerOutput {
    private SqlServerOutput() {}

    static void append(RunningTarget site, List<String> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(Secrets.scrub(line)).append('\n'));
        Files.writeString(site.output(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** @param rows by names of the columns */
    static void append(RunningTarget site, String title, List<Map<String, String>> rows) throws IOException {
        List<String> lines = new ArrayList<>();
        rows.forEach(row -> lines.add(title + ": " + row));
        append(site, lines);
    }

    /** A result as text, without columns that have no value: they are others in every version. */
    static List<Map<String, String>> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData metaData = result.getMetaData();
            List<Map<String, String>> rows = new ArrayList<>();
            while (result.next()) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 1; i <= metaData.getColumnCount(); i++) {
                    String value = result.getString(i);
                    if (value != null) {
                        row.put(metaData.getColumnLabel(i), value);
                    }
                }
                rows.add(row);
            }
            return rows;
        }
    }
}
