package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.db.Database;
import org.rowmark.db.sql.UserSql;
import org.rowmark.util.Sql;

/**
 * The plan of a statement, as the database explains it.
 *
 * @param text of the plan, or the reason for which there is none
 * @param used text that names the indexes that are used; empty where there is no plan
 * @param perRow text that names the indexes that may be used for each row of another table
 */
public record StatementPlan(String text, Optional<String> used, String perRow) {
    /** The use of an index. */
    public enum Use {
        USED,
        NOT_USED,
        /** The database chooses for each row of another table whether to use it. */
        CHOSEN_PER_ROW
    }

    /** The setting of a statement's parameters. */
    public interface Binder {
        void bind(PreparedStatement statement);
    }

    private record Table(List<String> names, List<List<String>> rows) {}

    /** Explains a statement, which is not executed. */
    public static StatementPlan of(Connection connection, Database database, String sql, Binder binder) {
        UserSql userSql = database.dialect().userSql();
        try {
            if (userSql.explain().isEmpty()) {
                return database.driver()
                        .plan(connection, sql)
                        .map(plan -> new StatementPlan(plan, Optional.of(plan), ""))
                        .orElse(none("Rowmark knows no statement of " + database.name() + " for it"));
            }
            try (PreparedStatement prepared =
                    connection.prepareStatement(userSql.explain().get() + sql)) {
                binder.bind(prepared);
                try (ResultSet rows = prepared.executeQuery()) {
                    return of(table(rows), userSql.indexes());
                }
            }
        } catch (SQLException e) {
            return none(Sql.reason(e));
        }
    }

    private static StatementPlan of(Table table, Optional<UserSql.IndexNames> names) {
        String text = text(table);
        return new StatementPlan(
                text,
                Optional.of(names.map(in -> column(table, in.column())).orElse(text)),
                names.map(in -> text.lines()
                                .filter(line -> line.contains(in.perRow()))
                                .collect(Collectors.joining("\n")))
                        .orElse(""));
    }

    /** Returns that of a statement without a plan. */
    public static StatementPlan none(String reason) {
        return new StatementPlan("no plan: " + reason, Optional.empty(), "");
    }

    /** Returns the use of some indexes; empty where there is no plan. */
    public Optional<Use> useOf(List<String> names) {
        return used.map(
                text -> names(text, names) ? Use.USED : names(perRow, names) ? Use.CHOSEN_PER_ROW : Use.NOT_USED);
    }

    private static boolean names(String text, List<String> names) {
        return names.stream().anyMatch(name -> text.toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT)));
    }

    /**
     * Returns a plan without estimates and bytes: numbers that are not part of a name do not make another plan, nor do
     * long values in hexadecimal digits.
     */
    public static String shape(String plan) {
        return plan.replaceAll("[0-9A-Fa-f]{40,}", "#")
                .replaceAll("(?<!\\w)(?<!(?<!\\.)\\.)[0-9]+(\\.[0-9]+)?", "#")
                .replaceAll("[\\s─-]+", " ");
    }

    private static Table table(ResultSet rows) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            names.add(rows.getMetaData().getColumnLabel(i));
        }
        List<List<String>> values = new ArrayList<>();
        while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                row.add(String.valueOf(rows.getString(i)));
            }
            values.add(row);
        }
        return new Table(names, values);
    }

    /** Returns the rows as lines, with the names of columns where there are several. */
    private static String text(Table table) {
        List<List<String>> lines = new ArrayList<>(table.rows);
        if (table.names.size() > 1) {
            lines.add(0, table.names);
        }
        return lines.stream()
                .map(line -> String.join(" | ", line).stripTrailing())
                .collect(Collectors.joining("\n"));
    }

    private static String column(Table table, String name) {
        int place = table.names.stream()
                .map(label -> label.toLowerCase(Locale.ROOT))
                .toList()
                .indexOf(name);
        return place < 0
                ? text(table)
                : table.rows.stream().map(row -> row.get(place)).collect(Collectors.joining("\n"));
    }
}
