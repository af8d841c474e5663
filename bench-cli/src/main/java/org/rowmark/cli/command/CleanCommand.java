package org.rowmark.cli.command;

import org.rowmark.run.DataKeeping;
import picocli.CommandLine.Command;

/** The command {@code clean}, which removes what {@code prepare} has loaded. */
@Command(
        name = "clean",
        customSynopsis = "rowmark clean WORKLOAD... [--target NAME]... [OPTIONS]",
        header = "Remove the data that prepare has loaded with the same words.",
        description = "All loaded data in the cache: cache remove data.",
        footer = {"@|bold Examples|@", "  ./rowmark clean oltp -p warehouses=100 --target mariadb"})
public final class CleanCommand extends DataCommand {
    public CleanCommand() {
        super("removed", DataKeeping::clean);
    }
}
