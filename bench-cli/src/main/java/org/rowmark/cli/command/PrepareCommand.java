package org.rowmark.cli.command;

import org.rowmark.run.DataKeeping;
import picocli.CommandLine.Command;

/** The command {@code prepare}, which loads the data of a run long before it. */
@Command(
        name = "prepare",
        customSynopsis = "rowmark prepare WORKLOAD... [--target NAME]... [OPTIONS]",
        header = "Load the data of workloads on targets, for later runs.",
        description = {
            "It takes the words of the run; those that change no data are ignored. The data of private servers and of"
                    + " embedded databases stays in the data cache, that of others in their tables, until: clean.",
        },
        footer = {
            "@|bold Examples|@",
            "  ./rowmark prepare oltp -p warehouses=100 --target mariadb",
            "  ./rowmark run oltp -p warehouses=100 --target mariadb --threads 8",
            "",
            "@|bold Exit codes|@  0 all data is there, 1 bad usage or configuration, 2 some is not, 130 Ctrl-C"
        })
public final class PrepareCommand extends DataCommand {
    public PrepareCommand() {
        super("loaded", DataKeeping::prepare);
    }
}
