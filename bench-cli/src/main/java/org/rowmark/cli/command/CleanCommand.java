package org.rowmark.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.run.DataKeeping;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code clean}, which removes what {@code prepare} has loaded. */
@Command(
        name = "clean",
        customSynopsis = "rowmark clean WORKLOAD... [--target NAME]... [OPTIONS]",
        header = "Remove the data that prepare has loaded with the same words.",
        description = "All loaded data in the cache: cache remove data.",
        footer = {"@|bold Examples|@", "  ./rowmark clean oltp -p warehouses=100 --target mariadb"})
public final class CleanCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD", arity = "0..*", description = "Workloads. See: list workloads.")
    private List<String> workloads = new ArrayList<>();

    @Mixin
    private RunFlags flags;

    @Override
    public Integer call() throws IOException {
        return KeptDataTable.print(spec, flags, workloads, DataKeeping::clean);
    }
}
