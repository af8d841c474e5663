package org.rowmark.workloads.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.options.RunOption;
import org.rowmark.options.SqlFiles;
import org.rowmark.result.SqlScript;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/**
 * The preparation of SQL files: checks them, executes the setup script once on each target, and the first file on the
 * baseline, whose answer the others must have.
 */
public final class SqlPreparation implements WorkloadPreparation {
    private final Set<String> setUp = new HashSet<>();
    private SqlInput input;
    private String baseline;

    @Override
    public void begin(WorkloadOptions options, List<Target> targets, String baselineName) {
        input = SqlInput.read(options);
        baseline = baselineName;
        targets.forEach(target -> input.check(dialect(target).userSql()));
    }

    @Override
    public Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress)
            throws IOException, SQLException {
        Target target = running.target();
        Optional<String> obstacle = obstacle(target);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        String file = input.isMix() ? input.scripts().get(0).name() : parameters.get(SqlFiles.PARAMETER);
        SqlFolder folder = SqlFolder.of(running);
        if (setUp.isEmpty()) {
            folder.write(input);
            for (SqlInput.Source script : input.scripts()) {
                SqlScript.write(Plans.runDirectory(running), script.name(), script.text());
            }
        }
        boolean isFirst = setUp.add(target.name());
        boolean isReference = options.get(RunOption.SAME_RESULT).isPresent()
                && target.name().equals(baseline)
                && file.equals(input.scripts().get(0).name());
        if (isFirst) {
            input.check(dialect(target).userSql(), Drivers.query(running.endpoint(), dialect(target)::lexicalRules));
        }
        if (isReference || (isFirst && input.setup().isPresent())) {
            progress.step(isReference ? "executing " + file : "executing the setup script");
            try {
                Drivers.query(running.endpoint(), connection -> {
                    prepare(running, connection, file, isReference);
                    return null;
                });
            } catch (SQLException | RuntimeException e) {
                removeBegun(running, e);
                throw e;
            }
        }
        return Optional.empty();
    }

    /** Removes what a failed setup script left, on a connection that has neither its transaction nor its locks. */
    private static void removeBegun(RunningTarget running, Exception reason) {
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            new OwnSchema(connection, database(running.target()), SqlFolder.of(running)).removeBegun();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    /** Returns why a target without schemas cannot have the tables of the setup script. */
    private Optional<String> obstacle(Target target) {
        if (input.setup().isEmpty() || dialect(target).userSql().schema().isPresent()) {
            return Optional.empty();
        }
        if (target.url().isPresent()) {
            return Optional.of(RunOption.SQL_SETUP.name()
                    + " needs a schema of Rowmark's own, which it cannot make here, or a private server");
        }
        return input.writes() && input.teardown().isEmpty()
                ? Optional.of(RunOption.SQL_SETUP.name() + " with "
                        + (input.isMix() ? RunOption.MIX : RunOption.SQL_WRITES).name() + " needs "
                        + RunOption.SQL_TEARDOWN.name() + ", as there is no schema that can be dropped")
                : Optional.empty();
    }

    private void prepare(RunningTarget running, Connection connection, String file, boolean isReference)
            throws SQLException {
        try {
            SqlWork work = SqlWork.of(
                    running, connection, file, new SqlWork.Use(input.writes(), true, input.isMix(), input.drawn()));
            work.schema(connection).enter(isReference && input.writes());
            if (isReference) {
                work.folder().keep(work.answer(connection));
            }
        } catch (IOException e) {
            throw new UsageException("the files of the run cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean hasEnd(Target target) {
        return setUp.contains(target.name())
                && input.setup().isPresent()
                && (target.server() == ServerKind.EXTERNAL || input.teardown().isPresent());
    }

    @Override
    public void end(RunningTarget running) throws IOException, SQLException {
        SqlFolder folder = SqlFolder.of(running);
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            new OwnSchema(connection, database(running.target()), folder).remove();
        } finally {
            database(running.target()).driver().release(running.endpoint());
        }
    }

    private static Dialect dialect(Target target) {
        return database(target).dialect();
    }

    private static Database database(Target target) {
        return Databases.named(target.database());
    }
}
