package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.rowmark.cli.console.TextTable;
import org.rowmark.run.output.RunLock;
import org.rowmark.util.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code cache}, which lists and removes what is kept from run to run. */
@Command(
        name = "cache",
        header = "List or remove what is kept from run to run: loaded data, backups, servers, downloads.",
        description = "All of it is made or downloaded again when it is needed. Another directory for it:"
                + " the environment variable ROWMARK_CACHE.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark cache list",
            "  ./rowmark cache remove data",
            "  ./rowmark cache remove --all"
        },
        subcommands = {CacheCommand.CacheList.class, CacheCommand.CacheRemove.class})
public final class CacheCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "name a command: cache "
                        + String.join(", cache ", spec.subcommands().keySet()));
    }

    /** The command {@code cache list}. */
    @Command(
            name = "list",
            header = "List what is in the cache, with sizes.",
            description = "Of loaded data also when it was last used, and what it is.",
            footer = {"@|bold Examples|@", "  ./rowmark cache list"})
    static final class CacheList implements Callable<Integer> {
        private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            CacheContents cache = CacheContents.ofUser();
            List<CacheContents.Item> items = cache.items();
            TextTable table = new TextTable("NAME", "SIZE", "LAST USE", "CONTENTS");
            for (CacheContents.Item item : items) {
                String lastUse = item.lastUse()
                        .map(time -> TIME.format(time.atZone(ZoneId.systemDefault())))
                        .orElse("");
                table.add(item.name(), megabytes(item.bytes()), lastUse, item.contents());
            }
            PrintWriter out = spec.commandLine().getOut();
            if (!items.isEmpty()) {
                table.print(out);
            }
            long bytes = items.stream().mapToLong(CacheContents.Item::bytes).sum();
            out.println("total " + megabytes(bytes) + " in " + cache.directory());
            out.flush();
            return ExitCode.OK;
        }
    }

    /** The command {@code cache remove}. */
    @Command(
            name = "remove",
            header = "Remove things from the cache.",
            description = "Refused while a run is measuring on this machine.",
            footer = {"@|bold Examples|@", "  ./rowmark cache remove data", "  ./rowmark cache remove --all"})
    static final class CacheRemove implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(
                paramLabel = "NAME",
                arity = "0..*",
                description = "Names that cache list shows; data, backups or servers for all of a kind.")
        private List<String> names = new ArrayList<>();

        @Option(names = "--all", description = "Remove everything.")
        private boolean all;

        @Override
        public Integer call() throws IOException {
            if (all != names.isEmpty()) {
                throw new UsageException("cache remove: give names, or --all");
            }
            CacheContents cache = CacheContents.ofUser();
            List<CacheContents.Item> items = all ? cache.items() : cache.named(names);
            PrintWriter out = spec.commandLine().getOut();
            RunLock noRun = RunLock.take(false);
            try {
                for (CacheContents.Item item : items) {
                    cache.remove(item);
                    out.println("removed " + item.name() + ", " + megabytes(item.bytes()));
                    out.flush();
                }
            } finally {
                noRun.close();
            }
            return ExitCode.OK;
        }
    }

    static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }
}
