package org.rowmark.overhead;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.results.BenchmarkTaskResult;
import org.openjdk.jmh.runner.InfraControl;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.data.DataGenerator;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.targets.EndpointFile;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/**
 * A JVM in which a workload of the suite and its {@link BareLoop} take turns in short slices on one thread, in pairs of
 * random order. The suite's slice is one iteration: the method that JMH has generated, called as JMH does, with the
 * workload's setup and teardown. Its processor time is that of JMH's loop, between setup and teardown.
 */
final class LoopSlices {
    private static final int MILLIS = 25;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "timer");
        thread.setDaemon(true);
        return thread;
    });
    private final Workload workload;
    private final BenchmarkParams benchmark;
    private final Object stub;
    private final Method iteration;

    /** The processor times per operation of one side's slices. */
    private static final class Slices {
        private final List<Double> nanos = new ArrayList<>();
        private long operations;

        void add(long time, long done) {
            nanos.add((double) time / done);
            operations += done;
        }
    }

    private LoopSlices(String name, String target) throws ReflectiveOperationException {
        workload = Workloads.all().named(name);
        String method = workload.benchmark().substring(workload.benchmark().lastIndexOf('.') + 1);
        Class<?> generated = Class.forName(workload.type().getPackageName() + ".jmh_generated."
                + workload.type().getSimpleName() + "_" + method + "_jmhTest");
        WorkloadParams params = new WorkloadParams();
        workload.parameters().forEach((key, values) -> params.put(key, values.get(0), 0));
        params.put("commit", "" + BareLoop.ROWS_PER_COMMIT, 0);
        params.put(Workloads.TARGET_PARAMETER, target, 0);
        Session.DEFAULTS.forEach((key, value) -> params.put(key, value, 0));
        benchmark = new BenchmarkParams(
                workload.benchmark(),
                generated.getName(),
                false,
                1,
                new int[] {1},
                List.of(),
                1,
                0,
                iterations(IterationType.WARMUP),
                iterations(IterationType.MEASUREMENT),
                Mode.Throughput,
                params,
                TimeUnit.SECONDS,
                1,
                "",
                List.of(),
                "",
                "",
                "",
                "",
                TimeValue.NONE);
        stub = generated.getConstructor().newInstance();
        iteration = generated.getMethod(method + "_Throughput", InfraControl.class, ThreadParams.class);
    }

    private static IterationParams iterations(IterationType type) {
        return new IterationParams(type, 1, TimeValue.milliseconds(MILLIS), 1);
    }

    /**
     * Prints three numbers in one line: the median of the bare loop's nanoseconds of processor time per operation, the
     * median over pairs of its ratio to the suite's, and the number of all operations.
     *
     * @param arguments workload, target, number of pairs of slices, number of those before that do not count, seed of
     *     their order
     */
    public static void main(String[] arguments) throws Exception {
        new LoopSlices(arguments[0], arguments[1])
                .measure(
                        Integer.parseInt(arguments[2]),
                        Integer.parseInt(arguments[3]),
                        new Random(Long.parseLong(arguments[4])));
        System.exit(0); // drivers leave threads behind that keep a JVM alive
    }

    private void measure(int pairs, int warmups, Random order) throws Exception {
        suite(IterationType.WARMUP, new Slices()); // makes the table
        BareLoop loop = BareLoop.of(
                workload.name(),
                EndpointFile.read(Path.of(System.getProperty(EndpointFile.PROPERTY)))
                        .endpoint(),
                new DataGenerator(Long.getLong(Db.SEED_PROPERTY)));
        for (int i = 0; i < warmups; i++) {
            pair(IterationType.WARMUP, loop, new Slices(), new Slices(), order);
        }
        Slices bare = new Slices();
        Slices suite = new Slices();
        for (int i = 0; i < pairs; i++) {
            pair(IterationType.MEASUREMENT, loop, bare, suite, order);
        }
        loop.check();
        System.out.println(PairedValues.median(bare.nanos) + " " + PairedValues.median(ratios(bare, suite)) + " "
                + (bare.operations + suite.operations));
    }

    /** Returns bare/suite by pair: what else goes on while they run slows down both slices. */
    private static List<Double> ratios(Slices bare, Slices suite) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < bare.nanos.size(); i++) {
            ratios.add(bare.nanos.get(i) / suite.nanos.get(i));
        }
        return ratios;
    }

    private void pair(IterationType type, BareLoop loop, Slices bare, Slices suite, Random order) throws Exception {
        boolean isBareFirst = order.nextBoolean();
        if (isBareFirst) {
            bare(loop, bare);
        }
        suite(type, suite);
        if (!isBareFirst) {
            bare(loop, bare);
        }
    }

    private void bare(BareLoop loop, Slices slices) throws SQLException {
        loop.prepare();
        afterSlice(loop::end);
        long start = THREADS.getCurrentThreadCpuTime();
        long operations = loop.run();
        slices.add(THREADS.getCurrentThreadCpuTime() - start, operations);
        loop.finish();
    }

    private void suite(IterationType type, Slices slices) throws ReflectiveOperationException {
        TimedControl control = new TimedControl(iterations(type));
        BenchmarkTaskResult result =
                (BenchmarkTaskResult) iteration.invoke(stub, control, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        slices.add(control.nanos, result.getMeasuredOps());
    }

    private void afterSlice(Runnable end) {
        ScheduledFuture<?> unused = timer.schedule(end, MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The control of one iteration; what JMH's generated method announces is where its loop begins and ends. */
    private final class TimedControl extends InfraControl {
        private long start;
        private long nanos;

        TimedControl(IterationParams iteration) {
            super(
                    benchmark,
                    iteration,
                    new CountDownLatch(1),
                    new CountDownLatch(1),
                    false,
                    false,
                    false,
                    new Control());
        }

        @Override
        public void announceWarmupReady() {
            afterSlice(this::announceDone);
            start = THREADS.getCurrentThreadCpuTime();
        }

        @Override
        public void announceWarmdownReady() {
            nanos = THREADS.getCurrentThreadCpuTime() - start;
        }
    }
}
