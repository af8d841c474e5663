package org.rowmark.workloads;

import java.io.IOException;
import java.lang.reflect.Field;
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
import org.apache.commons.lang3.StringUtils;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkListEntry;
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

    private static final TimeValue LENGTH = TimeValue.milliseconds(20);

    private final Endpoint endpoint;

    TargetRuns(Target target, Endpoint endpoint, Path directory) throws IOException {
        this(target, endpoint, directory, Set.of());
    }

    /** @param features that the server was found to have */
    public TargetRuns(Target target, Endpoint endpoint, Path directory, Set<Feature> features) throws IOException {
        this.endpoint = endpoint;
        Path file = directory.resolve("endpoint");
        Workspace workspace = new Workspace(directory, directory.resolve("server.log"));
        Set<String> names = features.stream().map(Feature::name).collect(Collectors.toSet());
        Path log = directory.resolve("programs.log");
        EndpointFile.write(file, new RunningTarget(target, endpoint, workspace, log, OptionalLong.empty(), names));
        System.setProperty(EndpointFile.PROPERTY, file.toString());
        System.setProperty(Db.optionProperty("scale"), SCALE);
    }

    /**
     * One iteration in this JVM, of some milliseconds or of the fixed work that the parameters state; an error in the
     * workload is an error of the run.
     */
    public Collection<RunResult> run(Class<?> workload, Map<String, String> parameters, int threads)
            throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\Q" + workload.getName() + "\\E\\.")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(LENGTH)
                .threads(threads)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        parameters.forEach((name, value) -> options.param(name, value));
        Workloads.all()
                .of(workload)
                .fixedWork(parameters)
                .ifPresent(work -> options.mode(Mode.SingleShotTime).measurementBatchSize(work.invocations()));
        try {
            return new Runner(options.build()).run();
        } finally {
            forgetStates(workload);
        }
    }

    /** Clears the static fields in which JMH keeps states; those of a run that failed would be the next run's. */
    private static void forgetStates(Class<?> workload) {
        try {
            for (BenchmarkListEntry entry : Cell.entries()) {
                if (entry.getUserClassQName().equals(workload.getName())) {
                    String generated = StringUtils.substringBeforeLast(entry.generatedTarget(), ".");
                    for (Field field : Class.forName(generated).getDeclaredFields()) {
                        if (field.getName().endsWith("_G")) {
                            field.setAccessible(true);
                            field.set(null, null);
                        }
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
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
