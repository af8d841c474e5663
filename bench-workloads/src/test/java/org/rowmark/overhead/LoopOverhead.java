package org.rowmark.overhead;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.CompilerHints;
import org.rowmark.db.Drivers;
import org.rowmark.environment.HostFacts;
import org.rowmark.fixture.Db;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;

/**
 * Processor time per operation of workloads and of the same JDBC work in a bare loop, in {@link LoopSlices}: each JVM
 * gives one ratio, in which its noise and that of the machine cancel, and the interval is that over JVMs.
 */
final class LoopOverhead {
    private static final List<String> TARGETS = List.of("h2-mem", "postgresql");
    private static final List<String> WORKLOADS = List.of("ping", "point-select", "insert-single");

    /**
     * Both sides call the same compiled code of the driver: inlined into either, it would be compiled twice, and differ
     * between JVMs by more than the suite costs.
     */
    private static final List<String> SAME_DRIVER = List.of(
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=dontinline,org/h2/jdbc/Jdbc*.*",
            "-XX:CompileCommand=dontinline,org/postgresql/jdbc/Pg*.*");

    /**
     * A loop is called once for each slice: so rarely that by default C2 never compiles it whole, and its first 8192
     * operations in each slice, more than a slice on a server has, run in C1's code, which counts at every branch.
     */
    private static final List<String> COMPILED_LOOPS =
            List.of("-XX:Tier3MinInvocationThreshold=10", "-XX:Tier4MinInvocationThreshold=10");

    private static final double NANOS_PER_MICRO = 1e3;
    private static final int WARMUPS = 100;
    private static final int PAIRS = 200;

    private LoopOverhead() {}

    static void measure(int rounds, long seed) throws Exception {
        Map<String, String> machine = HostFacts.look().machine();
        System.out.println(machine.get("cpu") + ", cores " + machine.get("cores") + ", Java " + Runtime.version());
        for (String target : TARGETS) {
            Scratch.with(target, running -> {
                System.out.println(target + " "
                        + Drivers.query(
                                running.endpoint(),
                                connection -> connection.getMetaData().getDatabaseProductVersion()));
                for (String workload : WORKLOADS) {
                    measure(running, workload, rounds, seed);
                }
            });
        }
    }

    private static void measure(RunningTarget running, String workload, int rounds, long seed)
            throws IOException, InterruptedException {
        String target = running.target().name();
        Path file = running.output().resolveSibling("endpoint");
        EndpointFile.write(file, running);
        PairedValues micros = new PairedValues(workload + " on " + target, "bare", "suite", "us of processor time");
        long operations = 0;
        for (int round = 1; round <= rounds; round++) {
            double[] found = jvm(
                    List.of("-D" + EndpointFile.PROPERTY + "=" + file, "-D" + Db.SEED_PROPERTY + "=" + seed),
                    List.of(workload, target, "" + PAIRS, "" + WARMUPS, "" + (seed + round)));
            micros.putFirst(round, found[0] / NANOS_PER_MICRO);
            micros.putSecond(round, found[0] / found[1] / NANOS_PER_MICRO);
            micros.print(round);
            operations += (long) found[2];
        }
        micros.print();
        System.out.printf(Locale.ROOT, "%s on %s: %d operations in %d JVMs%n", workload, target, operations, rounds);
    }

    /** Returns the numbers that a JVM printed last; it has the flags that JMH gives a fork, too. */
    private static double[] jvm(List<String> properties, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> flags = new ArrayList<>(SAME_DRIVER);
        flags.addAll(COMPILED_LOOPS);
        flags.addAll(properties);
        CompilerHints.addCompilerHints(flags);
        List<String> printed = ChildJvm.run(flags, LoopSlices.class, arguments);
        return Stream.of(printed.get(printed.size() - 1).split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
