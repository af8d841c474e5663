package org.rowmark.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code run}, which measures and reports. */
@Command(
        name = "run",
        customSynopsis = "rowmark run [WORKLOAD...] [--target NAME]... [OPTIONS] [-- JMH OPTIONS]",
        header = "Measure workloads on targets, in rounds, and write a run directory with a report.",
        description = "Without a workload: the quick tour, or the study that --study names.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark run",
            "  ./rowmark run insert-batch cursor-fetch --target mariadb --target postgresql --rounds 10",
            "  ./rowmark run insert-batch -p batchSize=10,100,1000 -p rewrite=on --target postgresql",
            "  ./rowmark run point-select --target mariadb --target postgresql --precision 2%%",
            "  ./rowmark run point-select --threads 4 -- -prof gc",
            "  ./rowmark run --sql a.sql --sql b.sql --same-result --target mariadb",
            "",
            "@|bold Exit codes|@  0 all cells ok, 1 bad usage or configuration, 2 some cells failed, 130 Ctrl-C"
        })
public final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD", arity = "0..*", description = "Workloads. See: list workloads.")
    private List<String> workloads = new ArrayList<>();

    @Mixin
    private RunFlags flags;

    /** Returns the options of the command line. */
    RunOptions options() {
        return flags.options().workloads(workloads);
    }

    /** Returns the targets that there are. */
    Targets targets() {
        return flags.load();
    }

    @Override
    public Integer call() throws IOException {
        return MeasureAndReport.run(options(), flags, spec.commandLine().getOut(), (record, out) -> {});
    }
}
