package org.rowmark.run.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.rowmark.db.Drivers;
import org.rowmark.fixture.Db;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secret;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** A workload for the tests of the run that is measured once per fork and needs something made ready, as a restore is. */
@WorkloadInfo(
        value = "one shot",
        options = {"scale", "backup"},
        preparation = OneShot.Ammunition.class)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class OneShot {
    public static final String SECRET = "passwords-stand-in-the-output-of-some-programs";

    @Param("well")
    public String way;

    private RunningTarget site;
    private int rounds;

    @Setup(Level.Iteration)
    public void look() throws IOException {
        site = EndpointFile.read(Path.of(System.getProperty(EndpointFile.PROPERTY)));
        rounds = Files.readAllLines(loaded(site)).size();
    }

    @Benchmark
    public String shoot(Db db, Received received, BenchmarkParams params) throws IOException, InterruptedException {
        received.timeout = params.getTimeout().convertTo(TimeUnit.SECONDS);
        received.scale = Double.parseDouble(db.option("scale").orElseThrow());
        received.rounds = rounds;
        switch (way) {
            case "well" -> {}
            case "backup" ->
                throw new IllegalStateException(
                        "restoring " + db.option("backup").orElseThrow());
            case "program" -> {
                Process program = new ProcessBuilder("sleep", "3600").start();
                append(site.output(), "pid " + program.pid());
                program.waitFor();
            }
            default -> throw new IllegalArgumentException(way);
        }
        return db.target;
    }

    private static Path loaded(RunningTarget site) {
        return site.workspace().data().resolve("loaded");
    }

    private static void append(Path file, String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The options that reached the fork. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Received {
        public double scale;
        public long timeout;
        public long rounds;
    }

    /** Loads, or fails with a reason, whichever the parameter states. */
    public static final class Ammunition implements WorkloadPreparation {
        private int prepared;

        @Override
        public Optional<String> prepare(
                RunningTarget site, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress)
                throws IOException, SQLException {
            String way = parameters.get("way");
            requireServer(site);
            prepared++;
            progress.step("loading " + way + " as number " + prepared);
            append(site.output(), "prepared " + way + " with " + options.values());
            append(site.output(), Secret.of(SECRET).reveal());
            append(loaded(site), way);
            if (way.equals("broken")) {
                throw new SQLException("no ammunition\nleft");
            }
            if (way.equals("jinxed")) {
                throw new IllegalStateException("the restorer gives up");
            }
            if (way.equals("deaf")) {
                sleep(site);
            }
            if (way.equals("stuck")) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(30));
            }
            return way.equals("blank") ? Optional.of("blanks are not measured") : Optional.empty();
        }

        @Override
        public void clean(RunningTarget site, Map<String, String> parameters) throws IOException, SQLException {
            requireServer(site);
            append(site.output(), "cleaned after " + parameters.get("way"));
            if (parameters.get("way").equals("jam")) {
                throw new IOException("jammed for good");
            }
            if (parameters.get("way").equals("clogged")) {
                sleep(site);
            }
        }

        @Override
        public Map<String, String> programs(RunningTarget site) {
            return Map.of("cannon", "made ready " + prepared + " times");
        }

        private static void sleep(RunningTarget site) throws IOException {
            new Tool(new Command(List.of("sleep", "30"), Map.of(), site.output())).run();
        }

        private static void requireServer(RunningTarget site) throws SQLException {
            Drivers.query(
                    site.endpoint(), connection -> connection.getMetaData().getDatabaseProductName());
        }
    }
}
