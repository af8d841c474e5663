package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.options.RunOptions;
import org.rowmark.report.NoiseFloorText;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaStore;
import org.rowmark.result.RunRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aa}: measures a target against itself, to know what the machine's noise looks like. */
@Command(
        name = "aa",
        customSynopsis = {
            "  java -jar bench-cli.jar aa WORKLOAD... --target NAME [OPTIONS OF run] [-- JMH OPTIONS]",
        },
        synopsisHeading = "%n@|bold Usage|@%n",
        header = "Measure a target against itself: the noise floor of this machine.",
        description = "The target is measured twice in every round, as NAME and NAME-again, with a private server and"
                + " data of its own each. What differs between the two is noise. The result is kept as the"
                + " last A/A of this machine; later runs carry it.",
        footer = {
            "@|bold Examples|@",
            "  aa point-select --target postgresql",
            "  aa insert-batch point-select --target mariadb -p batchSize=100 --rounds 30",
            "",
            "@|bold Exit codes|@  0 all cells ok, 1 bad usage or configuration, 2 some cells failed"
        })
public final class AaCommand implements Callable<Integer>, TakesJmhOptions {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD", arity = "1..*", description = "Workloads. See: list workloads.")
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
        RunOptions options =
                flags.options().workloads(workloads).jmh(jmhOptions).asAa();
        return Measurement.of(options, flags, spec.commandLine().getOut()).run(AaCommand::close);
    }

    private static void close(RunRecord record, PrintWriter out) throws IOException {
        out.println();
        Optional<AaResult> result = NoiseFloorText.of(record);
        if (result.isPresent()) {
            out.print(NoiseFloorText.of(result.get()));
            out.println("kept as the last A/A of this machine: " + AaStore.store(result.get()));
        } else {
            out.println("no noise floor: it takes five rounds or more in which both were measured");
        }
        out.flush();
    }
}
