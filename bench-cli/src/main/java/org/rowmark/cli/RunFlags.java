package org.rowmark.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.util.UsageException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of all commands that measure. */
final class RunFlags {
    @Mixin
    private TargetOptions.Names targets;

    @Mixin
    private TargetOptions targetOptions;

    @Option(
            names = "--study",
            paramLabel = "NAME",
            description = "A study, or the path of its file. See: list studies.")
    private String study;

    @Option(
            names = "-p",
            paramLabel = "name=v1,v2",
            description = "Values of a parameter; every combination is a cell. See: list workloads.")
    private List<String> parameters = new ArrayList<>();

    @Option(
            names = "--vary",
            paramLabel = "NAME=V1,V2",
            description = "Values of a server setting: each target becomes one for each. Several times for several.")
    private List<String> vary = new ArrayList<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each cell is measured. Default: 5, the fewest for a verdict; aa: 10.")
    private Integer rounds;

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            description = "Go on until the 95%% interval of one ratio reaches so far to each side, such as 2%%.")
    private String precision;

    @Option(names = "--max-rounds", paramLabel = "N", description = "With --precision: the most rounds. Default: 60.")
    private Integer maxRounds;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "With --precision: begin no round after so long. Default: 2h.")
    private String budget;

    @Option(
            names = "--ratio",
            paramLabel = "RATIO",
            description = "With --precision: the ratio, as \"WORKLOAD [param=value...]: B against A\"."
                    + " Default: the first cell's, against the baseline.")
    private String ratio;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "interleaved (default); bracketed: the baseline, the others, the baseline again; sequential:"
                    + " every round in the order of the plan.")
    private String order;

    @Option(
            names = "--protocol",
            paramLabel = "ID",
            description = "What makes one figure of the rounds: mean (default), median-of-3, trimmed-mean, sum-of-3; or"
                    + " published: the order, repetitions and figure of the study's publication.")
    private String protocol;

    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            description = "The difference that does not matter in practice. Default: 3%%.")
    private String margin;

    @Option(
            names = "--warmups",
            paramLabel = "N",
            description = "Warm-up iterations per fork. Default: 2; single shots: 0.")
    private Integer warmups;

    @Option(names = "--warmup-time", paramLabel = "TIME", description = "Length of a warm-up iteration. Default: 1s.")
    private String warmupTime;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Measured iterations per fork. Default: 3; single shots: 1.")
    private Integer iterations;

    @Option(names = "--time", paramLabel = "TIME", description = "Length of a measured iteration. Default: 1s.")
    private String time;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads, each with a connection of its own. Default: 1.")
    private Integer threads;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "The target that ratios are relative to. Default: the first.")
    private String baseline;

    @Option(
            names = "--scale",
            paramLabel = "SIZE",
            description = "Size of generated data: 1 as published, quick (default, 0.01), or a number such as 0.06.")
    private String scale;

    @Option(
            names = "--backup",
            paramLabel = "FILE",
            description = "Restore this backup. Default: one that is made of generated data.")
    private Path backup;

    @Option(
            names = "--counters",
            paramLabel = "on|timed|off",
            description = {
                "Whether to count what server and client did beside each iteration;",
                "timed starts private servers so that they tell how long that took. Default: on."
            })
    private String counters;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the order and of the data. Default: random, recorded.")
    private Long seed;

    @Option(names = "--out", paramLabel = "DIR", description = "The run directory. Default: rowmark-results/TIME.")
    private Path out;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where private servers and embedded databases keep their data while the run lasts."
                    + " Default: the system's temporary directory.")
    private Path data;

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            description =
                    "Kill a fork that takes longer. Default: 15m and 4 times its iterations; single shots: 2h each.")
    private String limit;

    @Option(
            names = "--keep-servers",
            description = "Start each private server once and keep it up; default: anew for every round.")
    private boolean keepServers;

    @Option(names = "--dry-run", description = "Print the plan and stop.")
    private boolean dryRun;

    boolean isDryRun() {
        return dryRun;
    }

    /** The built-in targets and those of the file. */
    Targets load() {
        return targetOptions.load();
    }

    /** What was said, but for workloads and JMH's options. */
    RunOptions options() {
        RunOptions varied = RunOptions.NONE;
        for (String text : vary) {
            varied = varied.with(RunOption.VARY, RunOption.VARY.parse(text));
        }
        return varied.targets(targets.names)
                .parameters(parameterValues())
                .with(RunOption.TARGETS_FILE, Optional.ofNullable(targetOptions.file))
                .with(RunOption.STUDY, Optional.ofNullable(study))
                .with(RunOption.ROUNDS, Optional.ofNullable(rounds))
                .with(RunOption.PRECISION, read(RunOption.PRECISION, precision))
                .with(RunOption.MAX_ROUNDS, Optional.ofNullable(maxRounds))
                .with(RunOption.BUDGET, read(RunOption.BUDGET, budget))
                .with(RunOption.RATIO, Optional.ofNullable(ratio))
                .with(RunOption.ORDER, read(RunOption.ORDER, order))
                .with(RunOption.PROTOCOL, read(RunOption.PROTOCOL, protocol))
                .with(RunOption.MARGIN, read(RunOption.MARGIN, margin))
                .with(RunOption.WARMUPS, Optional.ofNullable(warmups))
                .with(RunOption.WARMUP_TIME, read(RunOption.WARMUP_TIME, warmupTime))
                .with(RunOption.ITERATIONS, Optional.ofNullable(iterations))
                .with(RunOption.TIME, read(RunOption.TIME, time))
                .with(RunOption.THREADS, Optional.ofNullable(threads))
                .with(RunOption.SCALE, read(RunOption.SCALE, scale))
                .with(RunOption.BACKUP, Optional.ofNullable(backup))
                .with(RunOption.COUNTERS, read(RunOption.COUNTERS, counters))
                .with(RunOption.SEED, Optional.ofNullable(seed))
                .with(RunOption.OUT, Optional.ofNullable(out))
                .with(RunOption.DATA, Optional.ofNullable(data))
                .with(RunOption.BASELINE, Optional.ofNullable(baseline))
                .with(RunOption.LIMIT, read(RunOption.LIMIT, limit))
                .with(RunOption.KEEP_SERVERS, keepServers ? Optional.of(true) : Optional.empty());
    }

    private static <T> Optional<T> read(RunOption<T> option, String text) {
        return Optional.ofNullable(text).map(option::parse);
    }

    private Map<String, List<String>> parameterValues() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            if (equals < 1) {
                throw new UsageException("-p " + parameter + ": give name=value, several values separated by commas");
            }
            values.computeIfAbsent(parameter.substring(0, equals), name -> new ArrayList<>())
                    .addAll(Arrays.asList(parameter.substring(equals + 1).split(",", -1)));
        }
        return values;
    }
}
