package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.rowmark.cli.console.NoiseFloorTable;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.report.provenance.NoiseFloors;
import org.rowmark.result.AaResult;
import org.rowmark.result.RunRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code aa}, which measures a target against itself and so shows the noise of the machine. */
@Command(
        name = "aa",
        aliases = "noise",
        customSynopsis = "rowmark aa WORKLOAD... --target NAME [OPTIONS] [-- JMH OPTIONS]",
        header = "Measure a target against itself: the noise floor of this machine.",
        description = "The target is measured twice in every round, as NAME and NAME-again, each with a private server"
                + " and data of its own. Any difference between the two is noise. The result is kept as the last A/A of"
                + " this machine and recorded in later runs.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark aa point-select --target postgresql",
            "  ./rowmark aa insert-batch point-select --target mariadb -p batchSize=100 --rounds 30",
            "",
            "@|bold Exit codes|@  0 all cells ok, 1 bad usage or configuration, 2 some cells failed, 130 Ctrl-C"
        })
public final class AaCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD", arity = "1..*", description = "Workloads. See: list workloads.")
    private List<String> workloads = new ArrayList<>();

    @Mixin
    private RunFlags flags;

    @Override
    public Integer call() throws IOException {
        return MeasureAndReport.run(
                flags.options().workloads(workloads).asAa(),
                flags,
                spec.commandLine().getOut(),
                AaCommand::printNoiseFloor);
    }

    static void printNoiseFloor(RunRecord record, PrintWriter out) throws IOException {
        out.println();
        Optional<AaResult> result = NoiseFloors.of(record);
        if (result.isPresent()) {
            NoiseFloorTable.print(result.get(), out);
            out.println("kept as the last A/A of this machine: " + result.get().store());
        } else {
            out.println("no noise floor: that needs at least five rounds in which both were measured");
        }
        out.flush();
    }
}
