package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.rowmark.cli.console.Confirmation;
import org.rowmark.cli.console.Progress;
import org.rowmark.cli.console.TextTable;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.data.DataSet;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.plan.ExternalServers;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.run.cells.KeptData;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that deals with the data of runs without a run, and prints a table of what there is then. */
abstract class DataCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Parameters(paramLabel = "WORKLOAD", arity = "0..*", description = "Workloads. See: list workloads.")
    private List<String> workloads = new ArrayList<>();

    @Mixin
    private RunFlags flags;

    private final String done;
    private final Work work;

    /** Work with the data of a plan, which it passes on by target. */
    @FunctionalInterface
    interface Work {
        void with(Plan plan, RunListener listener, Consumer<KeptData> done) throws IOException;
    }

    /** @param done what has become of the data, as in: loaded */
    DataCommand(String done, Work work) {
        this.done = done;
        this.work = work;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter console = command.commandLine().getOut();
        RunOptions options = flags.options().workloads(workloads);
        if (workloads.isEmpty() && options.get(RunOption.STUDY).isEmpty()) {
            throw new UsageException(command.name() + ": name a workload, or --study");
        }
        if (options.get(RunOption.DATA_CACHE).equals(Optional.of(DataCacheMode.OFF))) {
            throw new UsageException(
                    "--data-cache off: " + command.name() + " is about data in the cache; leave it out");
        }
        RunOptions unmeasured = options.with(RunOption.DATA_CACHE, DataCacheMode.ON)
                .with(RunOption.WARMUPS, Warmups.of(0)) // of shots and times alike
                .with(RunOption.ITERATIONS, 1);
        RunRequest request = RunRequest.resolve(unmeasured, Workloads.all(), flags.load());
        Plan plan = Plan.of(request);
        if (flags.isDryRun()) {
            DryRun.printWithChanges(plan, console);
            return ExitCode.OK;
        }
        Leftovers.remove();
        ExternalServers.requireConsent(
                request.what().targets(), options.get(RunOption.YES).isPresent(), Confirmation::of);
        List<KeptData> all = worked(plan, console);
        if (all.stream().allMatch(KeptData::wasAbsent)) {
            console.println("nothing to remove: there is no such data");
        } else {
            table(all).print(console);
        }
        List<String> problems =
                all.stream().flatMap(data -> data.problems().stream()).toList();
        problems.forEach(console::println);
        console.flush();
        return problems.isEmpty() ? ExitCode.OK : ExitCode.CELLS_FAILED;
    }

    /** Does the work; prints on which targets it was done where it is interrupted. */
    private List<KeptData> worked(Plan plan, PrintWriter console) throws IOException {
        List<KeptData> all = new CopyOnWriteArrayList<>();
        ShutdownActions.Undo interrupted = ShutdownActions.register(ShutdownActions.Stage.RECORD, () -> {
            Map<Boolean, List<String>> names = plan.request().what().targets().stream()
                    .map(Target::name)
                    .collect(Collectors.partitioningBy(name -> all.stream()
                            .anyMatch(data -> data.target().equals(name)
                                    && data.problems().isEmpty())));
            console.println();
            console.println("interrupted; " + done + ": " + words(names.get(true)) + "; not " + done + ": "
                    + words(names.get(false)));
            console.flush();
        });
        try (Progress progress = Progress.on(console, Optional.empty())) {
            work.with(plan, progress, all::add);
        } finally {
            ShutdownActions.done(interrupted);
        }
        return all;
    }

    private static String words(List<String> targets) {
        return targets.isEmpty() ? "none" : String.join(", ", targets);
    }

    private static TextTable table(List<KeptData> all) {
        TextTable table = new TextTable("TARGET", "ROWS", "SIZE", "WHERE", "DATA");
        for (KeptData data : all) {
            long rows = data.data().stream().mapToLong(DataSet::rows).sum();
            long values = data.data().stream().mapToLong(DataSet::bytes).sum();
            table.add(
                    data.target(),
                    String.format(Locale.ROOT, "%,d", rows),
                    data.bytes().isPresent()
                            ? CacheCommand.megabytes(data.bytes().getAsLong())
                            : CacheCommand.megabytes(values) + " of values",
                    data.place(),
                    data.data().stream().map(DataSet::fingerprint).distinct().collect(Collectors.joining("; ")));
        }
        return table;
    }
}
