package org.rowmark.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.options.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run}: measures and reports. */
@Command(
        name = "run",
        customSynopsis = {
            "  java -jar bench-cli.jar run [WORKLOAD...] [--target NAME]... [--targets FILE]",
            "      [--study NAME] [-p name=v1,v2]... [--vary NAME=V1,V2]... [--baseline NAME]",
            "      [--rounds N | --precision PERCENT [--max-rounds N] [--budget TIME] [--ratio RATIO]]",
            "      [--order ORDER] [--protocol ID] [--margin PERCENT] [--warmups N] [--warmup-time TIME]",
            "      [--iterations N] [--time TIME] [--threads N] [--scale SIZE] [--backup FILE] [--seed N]",
            "      [--counters on|timed|off] [--out DIR] [--data DIR] [--limit TIME] [--keep-servers] [--dry-run]",
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
            "  run point-select --target mariadb --target postgresql --precision 2%%",
            "  run point-select --threads 4 -- -prof gc",
            "",
            "@|bold Exit codes|@  0 all cells ok, 1 bad usage or configuration, 2 some cells failed"
        })
public final class RunCommand implements Callable<Integer>, TakesJmhOptions {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD", arity = "0..*", description = "Workloads. See: list workloads.")
    private List<String> workloads = new ArrayList<>();

    @Mixin
    private RunFlags flags;

    private List<String> jmhOptions = List.of();

    @Override
    public void setJmhOptions(List<String> words) {
        jmhOptions = List.copyOf(words);
    }

    @Override
    public Integer call() throws IOException {
        RunOptions options = flags.options().workloads(workloads).jmh(jmhOptions);
        return Measurement.of(options, flags, spec.commandLine().getOut()).run();
    }
}
