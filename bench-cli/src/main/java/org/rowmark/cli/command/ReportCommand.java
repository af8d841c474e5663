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

/** {@code report}: makes a report from run directories, at any time, without measuring. */
@Command(
        name = "report",
        header = "Write the report of one or several run directories.",
        description =
                "Runs stand one after the other; they are not compared with each other, for nothing interleaved them.",
        footer = {
            "@|bold Examples|@",
            "  report rowmark-results/2026-11-20T09-00-00",
            "  report monday tuesday --out week.html",
            "  report monday --row workload,target --col batchSize --baseline 100 --out batches.html",
            "",
            "To set two runs against each other: compare."
        })
public final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Run directories.")
    private List<Path> directories;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The report; its Markdown goes beside it. Default: report.html in the first directory.")
    private Path out;

    @Mixin
    private ViewOptions view;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "The column that ratios are relative to. Default: the run's own, else the first.")
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
