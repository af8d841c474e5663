package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.rowmark.db.Targets;
import org.rowmark.db.TargetsFile;
import org.rowmark.settings.SettingsRestorer;
import org.rowmark.util.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code undo-settings}, which puts back the settings of external servers that a killed run changed. */
@Command(
        name = "undo-settings",
        header = "Put back the settings of external servers that a killed run had changed.",
        description = {
            "A run does that itself at its end, and a later one on the same server when it begins. The earlier values are"
                    + " recorded before they are changed. Passwords are read again from their original places."
        },
        footer = {
            "@|bold Example|@",
            "  ./rowmark undo-settings rowmark-results/2026-11-20T09-00-00",
        })
public final class UndoSettingsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1", description = "The run directory.")
    private Path directory;

    @Option(
            names = "--targets-file",
            paramLabel = "FILE",
            description =
                    "The targets file, needed if it has been moved since the run began, or if the run is complete.")
    private Path targetsFile;

    @Override
    public Integer call() throws IOException {
        Leftovers.remove();
        PrintWriter out = spec.commandLine().getOut();
        int restored = new SettingsRestorer(out::println).restore(directory, targets());
        if (restored == 0) {
            out.println("nothing to put back: no killed run of " + directory + " left a setting changed");
        }
        out.flush();
        return ExitCode.OK;
    }

    private Targets targets() {
        if (targetsFile != null) {
            return Targets.builtIn().with(new TargetsFile(targetsFile, System::getenv, this::warn).read());
        }
        try {
            return RecordedCommand.of(directory, null).targets();
        } catch (UsageException e) {
            throw new UsageException(
                    e.getMessage() + "; give --targets-file FILE to put the settings back nevertheless", e);
        }
    }

    private void warn(String warning) {
        spec.commandLine().getErr().println("warning: " + warning);
    }
}
