package org.rowmark.cli;

import org.rowmark.cli.command.AaCommand;
import org.rowmark.cli.command.CheckCommand;
import org.rowmark.cli.command.CompareCommand;
import org.rowmark.cli.command.ListCommand;
import org.rowmark.cli.command.ReportCommand;
import org.rowmark.cli.command.RunCommand;
import org.rowmark.run.RowmarkVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command above all commands. */
@Command(
        name = "bench-cli.jar",
        mixinStandardHelpOptions = true,
        versionProvider = Rowmark.Version.class,
        scope = ScopeType.INHERIT,
        synopsisHeading = "%n@|bold Usage|@%n  java -jar ",
        descriptionHeading = "%n",
        parameterListHeading = "%n@|bold Parameters|@%n",
        optionListHeading = "%n@|bold Options|@%n",
        commandListHeading = "%n@|bold Commands|@%n",
        footerHeading = "%n",
        header = "Rowmark: is B faster than A, by how much, how sure? JMH benchmarks over JDBC.",
        footer = {
            "@|bold First steps|@",
            "  java -jar bench-cli.jar run                      the quick tour: four embedded databases",
            "  java -jar bench-cli.jar run point-select --target mariadb --target postgresql",
            "  java -jar bench-cli.jar compare before after     two run directories, or JMH's JSON files",
            "  java -jar bench-cli.jar check                    what works on this machine"
        },
        subcommands = {
            RunCommand.class,
            AaCommand.class,
            ListCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            CheckCommand.class
        })
final class Rowmark implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print stack traces of errors.")
    private boolean verbose;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command: run, aa, list, report, compare or check");
    }

    boolean verbose() {
        return verbose;
    }

    /** Reads the version the build wrote. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "Rowmark " + RowmarkVersion.WITH_COMMIT, "JVM ${java.vm.version} on ${os.name} ${os.version}"
            };
        }
    }
}
