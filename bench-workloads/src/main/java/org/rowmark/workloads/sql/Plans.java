package org.rowmark.workloads.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.db.Database;
import org.rowmark.result.SqlScript;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;

/** The plans of a file's statements, as the database explains them. */
final class Plans {
    private Plans() {}

    /**
     * Adds the plans of a file to the run directory, unless they are there already. Estimates may differ from round to
     * round: numbers that are not part of a name do not make another plan.
     *
     * @param values of the parameters
     */
    static void record(
            RunningTarget running,
            Connection connection,
            Database database,
            List<SqlStatement> statements,
            List<Object> values)
            throws IOException {
        List<String> plans = new ArrayList<>();
        int first = 0;
        for (SqlStatement statement : statements) {
            List<Object> bound = values.subList(first, first + statement.parameters());
            plans.add(statement.place() + "\n" + plan(connection, database, statement, bound));
            first += statement.parameters();
        }
        String text = String.join("\n\n", plans) + "\n";
        Path run = runDirectory(running);
        String file = statements.get(0).file();
        String target = running.target().name();
        List<String> known = SqlScript.plans(run, file, target);
        if (known.stream().map(Plans::shape).noneMatch(shape(text)::equals)) {
            SqlScript.addPlan(run, file, target, text);
        }
    }

    static Path runDirectory(RunningTarget running) {
        return running.output().toAbsolutePath().getParent();
    }

    private static String plan(Connection connection, Database database, SqlStatement statement, List<Object> values) {
        if (!statement.isExplainable()) {
            return "no plan: not a statement that has one";
        }
        Optional<String> explain = database.dialect().userSql().explain();
        String sql = explain.map(words -> words + statement.text()).orElse(statement.text());
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            if (explain.isEmpty()) {
                return database.driver()
                        .plan(prepared)
                        .orElse("no plan: Rowmark knows no statement of " + database.name() + " for it");
            }
            bind(prepared, statement, values);
            try (ResultSet rows = prepared.executeQuery()) {
                return text(rows);
            }
        } catch (SQLException e) {
            return "no plan: " + Sql.reason(e);
        }
    }

    private static void bind(PreparedStatement prepared, SqlStatement statement, List<Object> values) {
        try {
            ScriptRun.bind(prepared, statement.parameters(), values);
        } catch (SQLException e) {
            // HSQLDB explains a statement without its values; where they are missed, the execution fails
        }
    }

    /** Returns the rows as lines, with the names of columns where there are several. */
    private static String text(ResultSet rows) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        List<String> lines = new ArrayList<>();
        if (columns > 1) {
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                names.add(rows.getMetaData().getColumnLabel(i));
            }
            lines.add(String.join(" | ", names));
        }
        while (rows.next()) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                values.add(String.valueOf(rows.getString(i)));
            }
            lines.add(String.join(" | ", values));
        }
        return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n"));
    }

    /** Returns the plan without estimates. */
    private static String shape(String plan) {
        return plan.replaceAll("(?<![\\w.])[0-9]+(\\.[0-9]+)?", "#").replaceAll("[\\s─-]+", " ");
    }
}
