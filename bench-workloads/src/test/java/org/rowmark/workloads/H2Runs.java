package org.rowmark.workloads;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.fixture.Db;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** An H2 as the target of short runs that are made for their checks, not for their numbers. */
public final class H2Runs implements AutoCloseable {
    /** Of generated data, for workloads that have one: a few rows. */
    private static final String SCALE = "0.0001";

    private final Endpoint endpoint;
    private final Path file;
    private final int forks;

    private H2Runs(Path directory, Target target, String url, int forks) throws IOException {
        this.endpoint = DriverJars.endpoint(target, url);
        this.file = directory.resolve("endpoint");
        this.forks = forks;
        Workspace workspace = new Workspace(directory, directory.resolve("server.log"));
        EndpointFile.write(file, new RunningTarget(target, endpoint, workspace, directory.resolve("programs.log")));
    }

    /** In this JVM: fast, but a run that fails leaves JMH's states behind for the next one of the same workload. */
    public static H2Runs inThisJvm(Path directory) throws IOException {
        return inThisJvm(directory, target());
    }

    static H2Runs inThisJvm(Path directory, Target target) throws IOException {
        return inThisJvm(directory, target, "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    static Target target() {
        return database().targets().get(0);
    }

    /** In this JVM, with every call of JDBC noted in the file {@code rowmark.trace.db} of the directory. */
    static H2Runs traced(Path directory) throws IOException {
        return inThisJvm(directory, target(), "jdbc:h2:" + directory.resolve("rowmark") + ";TRACE_LEVEL_FILE=3");
    }

    private static H2Runs inThisJvm(Path directory, Target target, String url) throws IOException {
        H2Runs runs = new H2Runs(directory, target, url, 0);
        System.setProperty(EndpointFile.PROPERTY, runs.file.toString());
        System.setProperty(Db.optionProperty("scale"), SCALE);
        return runs;
    }

    /** In a fork, for runs that are to fail. */
    public static H2Runs inForks(Path directory) throws IOException {
        return new H2Runs(directory, target(), "jdbc:h2:" + directory.resolve("rowmark") + ";AUTO_SERVER=TRUE", 1);
    }

    public static Database database() {
        return Databases.named("h2");
    }

    /** One iteration of 100 ms; an error in the workload is an error of the run. */
    public Collection<RunResult> run(Class<?> workload, Map<String, String> parameters, int threads)
            throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\Q" + workload.getName() + "\\E\\.")
                .forks(forks)
                .jvmArgsPrepend(
                        "-D" + EndpointFile.PROPERTY + "=" + file, "-D" + Db.optionProperty("scale") + "=" + SCALE)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(100))
                .threads(threads)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        parameters.forEach((name, value) -> options.param(name, value));
        return new Runner(options.build()).run();
    }

    /** The target as a fork has it, for states that a test uses without JMH. */
    static Db db(Class<?> workload, int threads) throws IOException {
        Db db = new Db();
        db.open(new BenchmarkParams(
                workload.getName() + ".method",
                "",
                true,
                threads,
                new int[] {threads},
                List.of(),
                0,
                0,
                null,
                null,
                Mode.Throughput,
                new WorkloadParams(),
                TimeUnit.SECONDS,
                1,
                "",
                List.of(),
                "",
                "",
                "",
                "",
                TimeValue.NONE));
        return db;
    }

    public int execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    public Connection connect() throws SQLException {
        return Drivers.connect(endpoint, ConnectionMode.PLAIN);
    }

    @Override
    public void close() throws SQLException {
        System.clearProperty(EndpointFile.PROPERTY);
        System.clearProperty(Db.optionProperty("scale"));
        execute("shutdown");
    }
}
