package org.rowmark.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.db.Targets;
import org.rowmark.db.TargetsFile;
import org.rowmark.options.RunOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all commands that deal with targets. */
@Command
public final class TargetOptions {
    private CommandSpec command;

    /** Adds the options to the command. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec mixee) {
        command = mixee;
        mixee.addOption(RunFlags.spec(RunOption.TARGETS_FILE));
    }

    /** Reads the built-in targets and those of the file. */
    public Targets load() {
        Path file = command.findOption(RunOption.TARGETS_FILE.name()).getValue();
        if (file == null) {
            return Targets.builtIn();
        }
        TargetsFile targetsFile = new TargetsFile(file, System::getenv, this::warn);
        return Targets.builtIn().with(targetsFile.read());
    }

    private void warn(String warning) {
        command.commandLine().getErr().println("warning: " + warning);
    }

    /** {@code --target}, which may be given several times. */
    public static final class Names {
        @Option(names = "--target", paramLabel = "NAME", description = "A target. May be repeated. See: list targets.")
        public List<String> names = new ArrayList<>();
    }
}
