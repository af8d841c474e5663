package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.write.CsvReport;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;

class ReportWriterTest {
    @TempDir
    private Path directory;

    @Test
    void writes_three_reports_of_a_run_directory() throws IOException {
        RunRecord run = Demos.complete();
        Saved.save(run, directory);
        ReportWriter writer = ServiceLoader.load(ReportWriter.class).findFirst().orElseThrow();
        ReportWriter.Written written = writer.write(List.of(directory), directory.resolve("report.html"));
        ReportModel model = Demos.model(List.of(run));
        assertThat(written.html()).isEqualTo(directory.resolve("report.html"));
        assertThat(written.markdown()).isEqualTo(directory.resolve("report.md"));
        assertThat(Files.readString(written.html())).isEqualTo(Rendered.html(model));
        assertThat(Files.readString(written.markdown())).isEqualTo(MarkdownReport.of(model));
        assertThat(Files.readString(directory.resolve("comparison.csv")))
                .isEqualTo(CsvReport.of(model, Integer.MAX_VALUE));
        assertThat(Files.readString(directory.resolve("comparison.json"))).isEqualTo(Rendered.json(model));
        assertThat(written.verdicts()).isEqualTo(TextReport.of(model));
    }

    @Test
    void several_runs_follow_one_another() throws IOException {
        Saved.save(Demos.interrupted(), directory);
        ReportWriter.Written written = new Reports().write(List.of(directory, directory), directory.resolve("both"));
        assertThat(written.markdown()).isEqualTo(directory.resolve("both.md"));
        assertThat(Files.readString(written.markdown()).lines().filter(line -> line.startsWith("# ")))
                .hasSize(2);
    }
}
