package org.rowmark.cli;

import org.rowmark.cli.command.AaCommand;
import org.rowmark.cli.command.CacheCommand;
import org.rowmark.cli.command.CheckCommand;
import org.rowmark.cli.command.CleanCommand;
import org.rowmark.cli.command.ClientCommand;
import org.rowmark.cli.command.CompareCommand;
import org.rowmark.cli.command.HistoryCommand;
import org.rowmark.cli.command.JmhCommand;
import org.rowmark.cli.command.ListCommand;
import org.rowmark.cli.command.PrepareCommand;
import org.rowmark.cli.command.ReportCommand;
import org.rowmark.cli.command.ResumeCommand;
import org.rowmark.cli.command.RunCommand;
import org.rowmark.cli.command.UndoSettingsCommand;
import org.rowmark.util.RowmarkVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command. */
@Command(
        name = "rowmark",
        mixinStandardHelpOptions = true,
        versionProvider = Rowmark.Version.class,
        scope = ScopeType.INHERIT,
        synopsisHeading = "%n@|bold Usage|@%n  ./",
        abbreviateSynopsis = true,
        sortOptions = false,
        descriptionHeading = "%n",
        parameterListHeading = "%n@|bold Parameters|@%n",
        optionListHeading = "%n@|bold Options|@%n",
        commandListHeading = "%n@|bold Commands|@%n",
        footerHeading = "%n",
        header = "Rowmark: is B faster than A, by how much, and how sure is that? JMH benchmarks over JDBC.",
        description =
                "The options of a command: ./rowmark COMMAND --help. ./rowmark WORKLOAD is ./rowmark run WORKLOAD.",
        footer = {
            "@|bold First steps|@",
            "  ./rowmark run                      the quick tour: four embedded databases",
            "  ./rowmark run point-select --target mariadb --target postgresql",
            "  ./rowmark compare before after     two run directories, or two JSON files of JMH",
            "  ./rowmark jmh --jar old=a.jar --jar new=b.jar",
            "  ./rowmark check                    what works on this machine"
        },
        subcommands = {
            RunCommand.class,
            AaCommand.class,
            JmhCommand.class,
            ListCommand.class,
            ReportCommand.class,
            ResumeCommand.class,
            UndoSettingsCommand.class,
            CompareCommand.class,
            HistoryCommand.class,
            CheckCommand.class,
            PrepareCommand.class,
            CleanCommand.class,
            ClientCommand.class,
            CacheCommand.class
        })
final class Rowmark implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print the stack traces of errors.")
    private boolean verbose;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    boolean verbose() {
        return verbose;
    }

    /** The version that the build wrote. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "Rowmark " + RowmarkVersion.WITH_COMMIT, "JVM ${java.vm.version} on ${os.name} ${os.version}"
            };
        }
    }
}
