package org.rowmark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.rowmark.db.UsageException;
import org.rowmark.result.Outcome;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.Durations;
import org.rowmark.run.Plan;
import org.rowmark.run.Restart;
import org.rowmark.run.RunOptions;
import org.rowmark.run.RunRequest;
import org.rowmark.run.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run}: measures and reports. */
@Command(
        name = "run",
        customSynopsis = {
            "  java -jar bench-cli.jar run [WORKLOAD...] [--target NAME]... [--targets FILE]",
            "      [--study NAME] [-p name=v1,v2]... [--rounds N] [--warmups N] [--warmup-time TIME]",
            "      [--iterations N] [--time TIME] [--threads N] [--baseline NAME] [--seed N]",
            "      [--out DIR] [--data DIR] [--limit TIME] [--keep-servers] [--dry-run]",
            "      [-- JMH OPTIONS]"
        },
        synopsisHeading = "%n@|bold Usage|@%n",
        header = "Measure workloads on targets, in rounds, and write a run directory with a report.",
        description = "Without a workload: the quick tour, or the study that --study names.",
        footer = {
            "@|bold Examples|@",
            "  run",
            "  run insert-batch cursor-fetch --target mariadb --target postgresql --rounds 10",
            "  run insert-batch -p batchSize=10,100,1000 -p rewrite=on --target postgresql",
            "  run point-select --threads 4 -- -prof gc",
            "",
            "@|bold Exit codes|@  0 all cells ok, 1 bad usage or configuration, 2 some cells failed"
        })
final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD", arity = "0..*", description = "Workloads. See: list workloads.")
    private List<String> workloads = new ArrayList<>();

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
            names = "--rounds",
            paramLabel = "N",
            description = "How often each cell is measured. Default: 5, the fewest for a verdict.")
    private Integer rounds;

    @Option(names = "--warmups", paramLabel = "N", description = "Warm-up iterations per fork. Default: 2.")
    private Integer warmups;

    @Option(names = "--warmup-time", paramLabel = "TIME", description = "Length of a warm-up iteration. Default: 1s.")
    private String warmupTime;

    @Option(names = "--iterations", paramLabel = "N", description = "Measured iterations per fork. Default: 3.")
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
            description = "Kill a fork that takes longer. Default: 15m and 4 times its iterations.")
    private String limit;

    @Option(
            names = "--keep-servers",
            description = "Start each private server once and keep it up; default: anew for every round.")
    private boolean keepServers;

    @Option(names = "--dry-run", description = "Print the plan and stop.")
    private boolean dryRun;

    private List<String> jmhOptions = List.of();

    /** What stands behind {@code --}; picocli would take it for workloads. */
    void setJmhOptions(List<String> words) {
        jmhOptions = List.copyOf(words);
    }

    @Override
    public Integer call() throws IOException {
        Workloads known = Workloads.all();
        RunRequest request = RunRequest.resolve(options(), known, targetOptions.load());
        Plan plan = Plan.of(request);
        PrintWriter console = spec.commandLine().getOut();
        if (dryRun) {
            DryRun.print(plan, console);
            return ExitCode.OK;
        }
        RunRecord record;
        try (Progress progress = Progress.on(console)) {
            record = BenchmarkRun.run(plan, progress);
        }
        ReportWriter.Written written =
                ReportWriter.find().write(List.of(request.out()), request.out().resolve(ReportWriter.HTML));
        Ending.print(record, written, console);
        return record.count(Outcome.FAILED) == 0 ? ExitCode.OK : ExitCode.CELLS_FAILED;
    }

    private RunOptions options() {
        return new RunOptions(
                workloads,
                targets.names,
                Optional.ofNullable(targetOptions.file),
                Optional.ofNullable(study),
                parameterValues(),
                Optional.ofNullable(rounds),
                Optional.ofNullable(warmups),
                duration("--warmup-time", warmupTime),
                Optional.ofNullable(iterations),
                duration("--time", time),
                Optional.ofNullable(threads),
                Optional.ofNullable(seed),
                Optional.ofNullable(out),
                Optional.ofNullable(data),
                Optional.ofNullable(baseline),
                duration("--limit", limit),
                keepServers ? Optional.of(Restart.NEVER) : Optional.empty(),
                jmhOptions);
    }

    private static Optional<Duration> duration(String option, String text) {
        return Optional.ofNullable(text).map(given -> Durations.parse(option, given));
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
