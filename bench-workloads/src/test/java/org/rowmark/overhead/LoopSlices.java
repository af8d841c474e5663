package org.rowmark.overhead;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
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
import org.rowmark.fixture.Db;
import org.rowmark.fixture.DataGenerator;
import org.rowmark.targets.EndpointFile;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/**
 * A JVM in which a workload of the suite and its {@link BareLoop} take turns in short slices on one thread, in pairs of
 * random order. The suite's slice is one iteration: the method that JMH has generated, called as JMH does, with the
 * workload's setup and teardown. Its processor time is that of JMH's loop, between setup and teardown.
 */
final class LoopSlices {
    private static final int MILLIS = 20;
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

    /** Processor time in nanoseconds and operations of one side. */
    private static final class Sum {
        private long nanos;
        private long operations;
    }

    private LoopSlices(String name, String target) throws ReflectiveOperationException {
        workload = Workloads.all().named(name);
        String method = workload.benchmark().substring(workload.benchmark().lastIndexOf('.') + 1);
        Class<?> generated = Class.forName(workload.type().getPackageName() + ".jmh_generated."
                + workload.type().getSimpleName() + "_" + method + "_jmhTest");
        WorkloadParams params = new WorkloadParams();
        workload.parameters().forEach((key, values) -> params.put(key, values.get(0), 0));
        params.put(Workloads.TARGET_PARAMETER, target, 0);
        params.put("pool", "none", 0);
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
     * Prints four numbers in one line: nanoseconds of processor time and operations of the suite, then those of the bare
     * loop.
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
        suite(IterationType.WARMUP, new Sum()); // makes the table
        BareLoop loop = BareLoop.of(
                workload.name(),
                EndpointFile.read(Path.of(System.getProperty(EndpointFile.PROPERTY))).endpoint(),
                new DataGenerator(Long.getLong(Db.SEED_PROPERTY)));
        Sum suite = new Sum();
        Sum bare = new Sum();
        for (int i = -warmups; i < pairs; i++) {
            IterationType type = i < 0 ? IterationType.WARMUP : IterationType.MEASUREMENT;
            if (i == 0) {
                suite = new Sum();
                bare = new Sum();
            }
            boolean isBareFirst = order.nextBoolean();
            if (isBareFirst) {
                bare(loop, bare);
            }
            suite(type, suite);
            if (!isBareFirst) {
                bare(loop, bare);
            }
        }
        System.out.println(suite.nanos + " " + suite.operations + " " + bare.nanos + " " + bare.operations);
    }

    private void bare(BareLoop loop, Sum sum) throws SQLException {
        loop.prepare();
        timer.schedule(loop::end, MILLIS, TimeUnit.MILLISECONDS);
        long start = THREADS.getCurrentThreadCpuTime();
        long operations = loop.run();
        sum.nanos += THREADS.getCurrentThreadCpuTime() - start;
        sum.operations += operations;
    }

    private void suite(IterationType type, Sum sum) throws ReflectiveOperationException {
        BenchmarkTaskResult result = (BenchmarkTaskResult)
                iteration.invoke(stub, new Slice(iterations(type), sum), new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        sum.operations += result.getMeasuredOps();
    }

    /** The control of one iteration; what JMH's generated method announces is where its loop begins and ends. */
    private final class Slice extends InfraControl {
        private static final long serialVersionUID = 1;

        private final transient Sum sum;
        private long start;

        Slice(IterationParams iteration, Sum sum) {
            super(
                    benchmark,
                    iteration,
                    new CountDownLatch(1),
                    new CountDownLatch(1),
                    false,
                    false,
                    false,
                    new Control());
            this.sum = sum;
        }

        @Override
        public void announceWarmupReady() {
            timer.schedule(this::announceDone, MILLIS, TimeUnit.MILLISECONDS);
            start = THREADS.getCurrentThreadCpuTime();
        }

        @Override
        public void announceWarmdownReady() {
            sum.nanos += THREADS.getCurrentThreadCpuTime() - start;
        }
    }
}
