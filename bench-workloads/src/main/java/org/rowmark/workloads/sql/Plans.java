package org.rowmark.workloads.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.db.Database;
import org.rowmark.result.SqlScript;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workloads.data.StatementPlan;

/** The plans of a file's statements, as the database explains them. */
final class Plans {
    private Plans() {}

    /**
     * Adds the plans of a file to the run directory, unless they are there already. Estimates may differ from round to
     * round and do not make another plan.
     *
     * @param values of the parameters
     */
    static void record(
            RunningTarget running,
            Connection connection,
            Database database,
            List<BoundStatement> statements,
            List<Object> values)
            throws IOException {
        List<String> plans = new ArrayList<>();
        for (BoundStatement bound : statements) {
            plans.add(bound.statement().place() + "\n"
                    + plan(connection, database, bound, values).text());
        }
        String text = String.join("\n\n", plans) + "\n";
        Path run = runDirectory(running);
        String file = statements.get(0).statement().file();
        String target = running.target().name();
        List<String> known = SqlScript.plans(run, file, target);
        if (known.stream().map(StatementPlan::shape).noneMatch(StatementPlan.shape(text)::equals)) {
            SqlScript.addPlan(run, file, target, text);
        }
    }

    static Path runDirectory(RunningTarget running) {
        return running.output().toAbsolutePath().getParent();
    }

    private static StatementPlan plan(
            Connection connection, Database database, BoundStatement bound, List<Object> values) {
        SqlStatement statement = bound.statement();
        return statement.isExplainable()
                ? StatementPlan.of(connection, database, statement.text(), prepared -> bind(prepared, bound, values))
                : StatementPlan.none("not a statement that has one");
    }

    private static void bind(PreparedStatement prepared, BoundStatement bound, List<Object> values) {
        try {
            bound.bind(prepared, values);
        } catch (SQLException e) {
            // HSQLDB explains a statement without its values; where they are missed, the execution fails
        }
    }
}
