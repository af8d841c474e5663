package org.rowmark.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.db.Targets;
import org.rowmark.db.TargetsFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all commands that deal with targets. */
final class TargetOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--targets",
            paramLabel = "FILE",
            description = "A targets file (YAML), besides the built-in targets.")
    Path file;

    /** The built-in targets and those of the file. */
    Targets load() {
        if (file == null) {
            return Targets.builtIn();
        }
        TargetsFile targetsFile = new TargetsFile(file, System::getenv, this::warn);
        return Targets.builtIn().with(targetsFile.read());
    }

    private void warn(String warning) {
        spec.commandLine().getErr().println("warning: " + warning);
    }

    /** {@code --target}, which may be given several times. */
    static final class Names {
        @Option(
                names = "--target",
                paramLabel = "NAME",
                description = "A target; several times for several. See: list targets.")
        List<String> names = new ArrayList<>();
    }
}
