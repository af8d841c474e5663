package org.rowmark.cli.command;

import java.io.IOException;
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

/** {@code report}: writes the report of run directories, without measuring. */
@Command(
        name = "report",
        header = "Write the report of one or several run directories.",
        description =
                "Several runs are reported one after the other and not compared, because they were not interleaved."
                        + " To compare two runs: compare.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark report rowmark-results/2026-11-20T09-00-00",
            "  ./rowmark report monday tuesday --out week.html",
            "  ./rowmark report monday --row workload,target --col batchSize --baseline 100 --out batches.html"
        })
public final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Run directories.")
    private List<Path> directories;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "The report as HTML; Markdown, CSV and JSON are written beside it. Default: report.html in the first"
                            + " directory.")
    private Path out;

    @Mixin
    private ViewOptions view;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "The column that the others are compared with. Default: that of the run, or else the first.")
    private String baseline;

    @Override
    public Integer call() throws IOException {
        Path html = out != null ? out : directories.get(0).resolve(ReportWriter.HTML);
        ReportWriter.Written written = Reports.write(directories, html, view.with(baseline));
        spec.commandLine().getOut().print(written.verdicts());
        spec.commandLine().getOut().println("report: " + written.html());
        return ExitCode.OK;
    }
}
