package org.rowmark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.rowmark.report.Reports;
import org.rowmark.result.ReportWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: makes a report from run directories and files of JMH, at any time, without measuring. */
@Command(
        name = "report",
        header = "Write the report of run directories, or of JSON files that JMH wrote.",
        description = {
            "Run directories stand one after the other; they are not compared with each other, for nothing interleaved"
                    + " them. A file of JMH is shown by one of its parameters; several files, or files and run"
                    + " directories, stand side by side."
        },
        footer = {
            "@|bold Examples|@",
            "  report rowmark-results/2026-11-20T09-00-00",
            "  report monday tuesday --out week.html",
            "  report monday --row workload,target --col batchSize --baseline 100 --out batches.html",
            "  report jmh.json --col impl --baseline old --out page.html",
            "  report main.json branch.json third.json",
            "",
            "To judge one measurement by another, in a build: compare."
        })
final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Run directories, or files of JMH's -rf json.")
    private List<Path> paths;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The report; its Markdown goes beside it. Default: report.html in the first directory, or"
                    + " FILE.html beside FILE.json.")
    private Path out;

    @Mixin
    private ViewOptions view;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description =
                    "The column that ratios are relative to: a value, or a file. Default: the run's own, else the first.")
    private String baseline;

    @Override
    public Integer call() throws IOException {
        ReportWriter.Written written =
                Reports.write(paths, out != null ? out : besides(paths.get(0)), view.with(baseline));
        spec.commandLine().getOut().print(written.verdicts());
        spec.commandLine().getOut().println("report: " + written.html());
        return ExitCode.OK;
    }

    private static Path besides(Path path) {
        return Files.isRegularFile(path)
                ? path.resolveSibling(path.getFileName().toString().replaceFirst("\\.json$", "") + ".html")
                : path.resolve(ReportWriter.HTML);
    }
}
