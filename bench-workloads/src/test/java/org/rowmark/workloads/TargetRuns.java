package org.rowmark.workloads;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Db;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.JmhParameters;
import org.rowmark.workload.Workloads;

/** A database as the target of short runs that are made for their checks, not for their numbers. */
public class TargetRuns implements AutoCloseable {
    /** Of generated data, for workloads that have one: a few rows. */
    private static final String SCALE = "0.0001";

    private static final TimeValue IN_THIS_JVM = TimeValue.milliseconds(20);

    /** Long enough for several operations of a JVM that has just been started. */
    private static final TimeValue IN_A_FORK = TimeValue.milliseconds(100);

    private final Endpoint endpoint;
    private final Path file;
    private final int forks;

    /** @param forks 0 for runs in this JVM, 1 for runs that are to fail */
    TargetRuns(Target target, Endpoint endpoint, Path directory, int forks) throws IOException {
        this(target, endpoint, directory, forks, Set.of());
    }

    /** @param features that the server was found to have */
    TargetRuns(Target target, Endpoint endpoint, Path directory, int forks, Set<Feature> features) throws IOException {
        this.endpoint = endpoint;
        this.file = directory.resolve("endpoint");
        this.forks = forks;
        Workspace workspace = new Workspace(directory, directory.resolve("server.log"));
        Set<String> names = features.stream().map(Feature::name).collect(Collectors.toSet());
        Path log = directory.resolve("programs.log");
        EndpointFile.write(file, new RunningTarget(target, endpoint, workspace, log, OptionalLong.empty(), names));
        System.setProperty(EndpointFile.PROPERTY, file.toString()); // for runs in this JVM
        System.setProperty(Db.optionProperty("scale"), SCALE);
    }

    /**
     * One iteration, of some milliseconds or of the fixed work that the parameters state; an error in the workload is an
     * error of the run.
     */
    public Collection<RunResult> run(Class<?> workload, Map<String, String> parameters, int threads)
            throws RunnerException {
        return run(forks, workload, parameters, threads);
    }

    /** Runs in this JVM, which takes less time than a fork, what is to succeed before another run is to fail. */
    void runFirst(Class<?> workload, Map<String, String> parameters) throws RunnerException {
        run(0, workload, parameters, 1);
    }

    private Collection<RunResult> run(int inForks, Class<?> workload, Map<String, String> parameters, int threads)
            throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\Q" + workload.getName() + "\\E\\.")
                .forks(inForks)
                .jvmArgsPrepend(
                        "-D" + EndpointFile.PROPERTY + "=" + file, "-D" + Db.optionProperty("scale") + "=" + SCALE)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(inForks == 0 ? IN_THIS_JVM : IN_A_FORK)
                .threads(threads)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        parameters.forEach((name, value) -> options.param(name, value));
        Workloads.all()
                .of(workload)
                .fixedWork(parameters)
                .ifPresent(work -> options.mode(Mode.SingleShotTime).measurementBatchSize(work.invocations()));
        return new Runner(options.build()).run();
    }

    public int execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** Returns the only number of a query. */
    long number(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    public Connection connect() throws SQLException {
        return Drivers.connect(endpoint, ConnectionMode.PLAIN);
    }

    /** Returns the target as a fork has it, for states that a test uses without JMH. */
    static Db db(Class<?> workload, int threads) throws IOException {
        Db db = new Db();
        db.open(parameters(workload, threads));
        return db;
    }

    /** Returns those of JMH, of which Db reads the name of the benchmark, its parameters and its threads. */
    static BenchmarkParams parameters(Class<?> workload, int threads) {
        return parameters(workload.getName() + ".measured", threads);
    }

    /** Returns those of a benchmark without parameters of its own, by its full name. */
    public static BenchmarkParams parameters(String benchmark, int threads) {
        return JmhParameters.of(benchmark, Mode.Throughput, threads);
    }

    @Override
    public void close() throws SQLException {
        System.clearProperty(EndpointFile.PROPERTY);
        System.clearProperty(Db.optionProperty("scale"));
    }
}
