package org.rowmark.run.fork;

import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.clients.fork.IterationMeeting;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.fork.ClientGroup;
import org.rowmark.jvm.setting.Jdk;
import org.rowmark.jvm.setting.TargetJvm;
import org.rowmark.options.CounterMode;
import org.rowmark.options.Pinning.CpuSet;
import org.rowmark.plan.JmhArguments;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.counters.ServerCounters;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.targets.EndpointFile;
import org.rowmark.turns.fork.TurnTaker;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.SteadyClock;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadInfo.FixedWork;
import org.rowmark.workload.Workloads;

/**
 * The settings of a fork, without anything of the machine on which it runs: a client can be given them as JSON.
 *
 * @param limit after which it is killed
 */
public record ForkPlan(Work work, Timing timing, Duration limit, JvmSettings jvm) {
    /**
     * What is measured.
     *
     * @param benchmark JMH's full name of the method
     * @param parameters values by field name
     * @param batch invocations of an iteration of fixed work; 0 where a time ends it
     */
    record Work(String benchmark, String target, Map<String, String> parameters, int batch, int threads) {}

    /**
     * The JVM of the fork.
     *
     * @param jmh JMH's own options
     * @param flags of the orchestrating process's JVM, which forks have without others
     * @param own that of the target
     * @param cpus on which alone it runs, as {@code CpuSet#text}; empty for all
     * @param usesCache whether it reads what is prepared in the cache
     */
    record JvmSettings(
            List<String> jmh,
            List<String> flags,
            TargetJvm own,
            boolean counters,
            String cpus,
            Map<String, String> properties,
            boolean usesCache) {}

    /** @param recentEvery whole seconds after which it signals what it did in them; empty for never */
    public static ForkPlan of(RunRequest request, PlannedCell cell, Optional<Duration> recentEvery) {
        Workload workload = request.workload(cell);
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(Db.SEED_PROPERTY, String.valueOf(request.data().seed()));
        request.load().options().of(workload).forEach((key, value) -> properties.put(Db.optionProperty(key), value));
        recentEvery.ifPresent(time -> properties.put(Latencies.RECENT_PROPERTY, String.valueOf(time.toSeconds())));
        RunRequest.Sampling sampling = request.sampling();
        return new ForkPlan(
                new Work(
                        workload.benchmark(),
                        cell.target(),
                        cell.without(PlannedCell.THREADS).parameters(),
                        request.fixedWork(cell)
                                .map(FixedWork.Amount::invocations)
                                .orElse(0),
                        request.threads(cell)),
                request.timing(cell),
                sampling.limit(),
                new JvmSettings(
                        sampling.jmh().words(),
                        ManagementFactory.getRuntimeMXBean().getInputArguments(),
                        request.target(cell).jvm(),
                        sampling.counters() != CounterMode.OFF,
                        request.servers().pinning().client().map(CpuSet::text).orElse(""),
                        properties,
                        workload.needsPreparation()));
    }

    /**
     * Returns JMH's options of the fork on this machine.
     *
     * @param turns file of the seat of a fork that takes turns
     * @param mostTurns how many forks take turns at most
     * @param gate file of the {@link ClientGroup} of a client's fork
     */
    Options options(
            Path endpointFile,
            Optional<Path> turns,
            int mostTurns,
            Optional<Path> gate,
            Optional<ClassArchive> classes) {
        JmhArguments arguments = new JmhArguments(jvm.jmh);
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .parent(turns.isPresent() ? arguments.profiledFirstBy(TurnTaker.class) : arguments.options())
                .include("^" + Pattern.quote(work.benchmark) + "$")
                .param(Workloads.TARGET_PARAMETER, work.target)
                .forks(1)
                .warmupForks(0)
                .warmupIterations(timing.warmups())
                .warmupTime(TimeValue.milliseconds(timing.warmupTime().toMillis()))
                .measurementIterations(timing.iterations())
                .measurementTime(TimeValue.milliseconds(timing.time().toMillis()))
                .threads(work.threads)
                .shouldFailOnError(true)
                .jvmArgsAppend(arguments
                        .jvmArgsAppendedBy(jvmArguments(endpointFile, turns, gate, classes))
                        .toArray(String[]::new));
        if (!arguments.options().getTimeout().hasValue()) {
            // else ten minutes behind an iteration's time, too few for long shots and for loading much data
            long limits = turns.isPresent() ? mostTurns : 1; // an iteration's time includes its waiting
            builder.timeout(TimeValue.milliseconds(limit.toMillis() * limits));
        }
        if (jvm.counters) {
            builder.addProfiler(ServerCounters.class, turns.isPresent() ? ServerCounters.OF_ALL_ITERATIONS : "");
        }
        builder.addProfiler(ForkStart.class, jvm.cpus);
        if (gate.isPresent()) {
            builder.addProfiler(IterationMeeting.class);
        }
        if (gate.isPresent() && !arguments.options().getJvmArgs().hasValue()) {
            builder.jvmArgs(jvm.flags.toArray(String[]::new)); // not those of the client's process
        }
        jvm.own.java().ifPresent(jdk -> builder.jvm(jdk.program().toString()));
        work.parameters.forEach((name, value) -> builder.param(name, value));
        if (work.parameters.containsKey(Session.RATE)) {
            builder.mode(Mode.Throughput).timeUnit(TimeUnit.SECONDS);
        }
        if (work.batch > 0) {
            builder.mode(Mode.SingleShotTime).warmupBatchSize(work.batch).measurementBatchSize(work.batch);
        }
        return builder.build();
    }

    private List<String> jvmArguments(
            Path endpointFile, Optional<Path> turns, Optional<Path> gate, Optional<ClassArchive> classes) {
        List<String> arguments = new ArrayList<>(jvm.own.arguments());
        classes.map(ClassArchive::jvmArguments).ifPresent(arguments::addAll);
        arguments.add("-D" + EndpointFile.PROPERTY + "=" + endpointFile);
        arguments.add("-D" + SteadyClock.PROPERTY + "=" + SteadyClock.origin());
        turns.ifPresent(file -> arguments.add("-D" + TurnTaker.PROPERTY + "=" + file));
        gate.ifPresent(file -> arguments.add("-D" + ClientGroup.PROPERTY + "=" + file));
        jvm.properties.forEach((key, value) -> arguments.add("-D" + key + "=" + value));
        if (jvm.usesCache) {
            arguments.add("-D" + CacheDirectory.PROPERTY + "=" + CacheDirectory.directory());
        }
        // a fork that is killed leaves its temporary files; they go with the run's data
        arguments.add("-Djava.io.tmpdir=" + endpointFile.resolveSibling(RunDataDirectory.TEMPORARY));
        if (jvm.own.java().isPresent() || !Charset.defaultCharset().equals(StandardCharsets.UTF_8)) {
            arguments.add("-Dfile.encoding=UTF-8"); // as from JDK 18 on; PrintedOutput reads UTF-8, whatever the locale
        }
        int java = jvm.own.java().orElseGet(Jdk::own).feature();
        if (java >= 22) {
            arguments.add("--enable-native-access=ALL-UNNAMED"); // SQLite's driver; a warning otherwise
        }
        if (java >= 24) {
            arguments.add("--sun-misc-unsafe-memory-access=allow"); // JMH 1.37 itself; a warning otherwise
        }
        return arguments;
    }
}
