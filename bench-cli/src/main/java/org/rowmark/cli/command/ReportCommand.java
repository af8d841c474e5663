package org.rowmark.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.rowmark.cli.option.ViewOptions;
import org.rowmark.report.Reports;
import org.rowmark.result.ReportWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code report}, which writes the report of run directories or of files of JMH, without measuring. */
@Command(
        name = "report",
        header = "Write the report of run directories, or of JSON files that JMH wrote.",
        description = {
            "Several runs are reported one after the other and not compared, because they were not interleaved."
                    + " A file of JMH is reported by one of its parameters. Several files, or files and runs, are"
                    + " reported side by side, and runs are with --col run. To judge one by another in a build,"
                    + " use compare."
        },
        footer = {
            "@|bold Examples|@",
            "  ./rowmark report rowmark-results/2026-11-20T09-00-00",
            "  ./rowmark report monday tuesday --out week.html",
            "  ./rowmark report monday --row workload,target --col batchSize --baseline 100 --out batches.html",
            "  ./rowmark report jmh.json --col impl --baseline old --out page.html",
            "  ./rowmark report main.json branch.json third.json --baseline branch.json"
        })
public final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Run directories, or files of JMH's -rf json.")
    private List<Path> paths;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "The report as HTML; Markdown, CSV and JSON are written beside it. Default: report.html in the"
                            + " first directory, or FILE-report.html beside FILE.json.")
    private Path out;

    @Mixin
    private ViewOptions view;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "The column or file that the others are compared with. Default: that of the run, or else the"
                    + " first.")
    private String baseline;

    @Override
    public Integer call() throws IOException {
        Path html = out != null ? out : besides(paths.get(0));
        ReportWriter.Written written = Reports.write(paths, html, view.with(baseline));
        spec.commandLine().getOut().print(written.verdicts());
        spec.commandLine().getOut().println("report: " + written.html());
        return ExitCode.OK;
    }

    private static Path besides(Path path) {
        return Files.isRegularFile(path)
                ? path.resolveSibling(path.getFileName().toString().replaceFirst("\\.json$", "") + "-report.html")
                : path.resolve(ReportWriter.HTML);
    }
}
