package org.rowmark.run.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetEnvironment.DataOrigin;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.FakeForks;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.Sql;
import org.rowmark.workload.Workloads;

/** Runs of the workload finder, whose forks count its rows, on a cache of their own. */
final class CachedRuns implements AutoCloseable {
    private static final String TABLE = "rowmark_finder_300";
    private static final List<String> DOWNLOADED = List.of("artifacts", "servers");

    private final List<Long> found = new ArrayList<>();
    private final List<String> made = new ArrayList<>();
    private final Path directory;
    private final Path cache;
    private final Path downloads;
    private final Optional<String> before;
    private Optional<String> statement = Optional.empty();
    private int runs;

    /** @param directory that is empty */
    CachedRuns(Path directory) throws IOException {
        this.directory = directory;
        this.cache = Files.createDirectory(directory.resolve("cache"));
        this.downloads = CacheDirectory.directory();
        this.before = Optional.ofNullable(System.getProperty(CacheDirectory.PROPERTY));
        System.setProperty(CacheDirectory.PROPERTY, cache.toString());
    }

    static RunOptions options(String target) {
        if (Targets.builtIn().names().contains(target)) {
            RequiredServers.assume(Targets.builtIn().named(target));
        }
        return RunOptions.NONE
                .workloads(List.of("finder"))
                .targets(List.of(target))
                .parameters(Map.of("rows", List.of("300")))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.SEED, 7L)
                .with(RunOption.DATA_CACHE, DataCacheMode.ON);
    }

    /** Lends the cache what has been downloaded, so that it is not downloaded again. */
    void lendDownloads() throws IOException {
        for (String name : DOWNLOADED) {
            Files.createDirectories(downloads.resolve(name));
            Files.createSymbolicLink(cache.resolve(name), downloads.resolve(name));
        }
    }

    /** Lets the forks of the next runs execute a statement after counting. */
    void execute(String sql) {
        statement = Optional.of(sql);
    }

    DataOrigin run(RunOptions options) throws IOException {
        return runAll(options).get(0);
    }

    /** Returns the origins of the data of all targets. */
    List<DataOrigin> runAll(RunOptions options) throws IOException {
        Path out = directory.resolve("out" + runs++);
        RunListener listener = new RunListener() {
            @Override
            public void made(String target, String text) {
                made.add(target + ": " + text);
            }
        };
        RunRecord record = FakeForks.run(plan(options.with(RunOption.OUT, out)), listener, this::fork);
        assertThat(record.summaries().values())
                .allSatisfy(summary -> assertThat(summary.outcome()).isEqualTo(Outcome.OK));
        return record.manifest().targets().stream()
                .map(TargetFacts::environment)
                .map(environment -> environment.dataOrigin().orElseThrow())
                .toList();
    }

    /** Returns the plan of a run, on built-in targets and {@code mine}, an H2 in a file of its own. */
    Plan plan(RunOptions options) {
        Target mine = Target.builtIn("mine", "h2", ServerKind.EMBEDDED)
                .withUrl("jdbc:h2:file:" + directory.resolve("mine").toAbsolutePath());
        return Plan.of(RunRequest.resolve(
                options.with(RunOption.DATA_DIR, directory.resolve("servers")),
                Workloads.all(),
                Targets.builtIn().with(Map.of("mine", () -> mine))));
    }

    private BenchmarkResult fork(Fork fork, SampleRecorder recorder) throws RunnerException {
        try {
            RunningTarget running = EndpointFile.read(fork.endpointFile());
            String table = "rowmark_finder_" + fork.cell().parameters().get("rows");
            try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
                if (table.equals(TABLE)) {
                    found.add(Sql.number(connection, "select count(*) from " + table));
                }
                if (statement.isPresent()) {
                    Sql.execute(connection, statement.get());
                }
            }
        } catch (IOException | SQLException e) {
            throw new RunnerException(e);
        }
        return FakeForks.ofOneIteration((cell, time) -> 1).measure(fork, recorder);
    }

    /**
     * Gives the cache the entry of a run on the target, with the password of its server, if any. It is made once for a
     * folder of such entries.
     */
    void keepEntry(String target, Path kept) throws IOException {
        Path entries = kept.resolve(target);
        Path password = kept.resolve(target + "-password");
        Path ofServers = cache.resolve("server-password");
        if (Files.notExists(entries)) {
            run(options(target));
            found.clear();
            made.clear();
            PathUtils.copyDirectory(data(), entries, StandardCopyOption.COPY_ATTRIBUTES);
            copyIfExists(ofServers, password);
        } else {
            PathUtils.copyDirectory(entries, data(), StandardCopyOption.COPY_ATTRIBUTES);
            copyIfExists(password, ofServers);
        }
    }

    /** Copies a file that embedded databases do not have. */
    private static void copyIfExists(Path file, Path copy) throws IOException {
        if (Files.exists(file)) {
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Returns the log of a server in the last run. */
    String log(String target) throws IOException {
        return Files.readString(directory.resolve("out" + (runs - 1)).resolve(target + ".log"));
    }

    /** Returns the numbers of rows that the forks found, in their order. */
    List<Long> found() {
        return found;
    }

    /** Returns what the runs reported to have made, in their order. */
    List<String> made() {
        return made;
    }

    /** Returns the folder of the entries, which there may not be. */
    Path data() {
        return cache.resolve("data");
    }

    /** Returns any entry. */
    Path entry() throws IOException {
        return entries().get(0);
    }

    List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(data())) {
            return entries.filter(Files::isDirectory).toList();
        }
    }

    /** Gives the cache of before back. */
    @Override
    public void close() throws IOException {
        for (String name : DOWNLOADED) {
            Files.deleteIfExists(cache.resolve(name)); // the links
        }
        before.ifPresentOrElse(
                value -> System.setProperty(CacheDirectory.PROPERTY, value),
                () -> System.clearProperty(CacheDirectory.PROPERTY));
    }
}
