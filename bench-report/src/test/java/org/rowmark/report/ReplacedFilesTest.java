package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.result.ReportWriter;
import org.rowmark.util.UsageException;

/** What a report replaces where it is written, and what it does not. */
class ReplacedFilesTest {
    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.html",
                "README.md",
                "README-comparison.csv",
                "README-comparison.json",
                "README-counters.csv"
            })
    void a_report_does_not_replace_a_file_of_somebody_else(String name) throws IOException {
        Path file = measured();
        Path html = temp.resolve("README.html");
        Path theirs = Files.writeString(temp.resolve(name), "# My question, and its answer");

        assertThatThrownBy(() -> Reports.write(List.of(file), html, ReportOptions.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessage("--out " + html + " would replace " + theirs
                        + ", which Rowmark did not write; name another file");
        assertThat(theirs).hasContent("# My question, and its answer");
        try (Stream<Path> files = Files.list(temp)) {
            assertThat(files).containsExactlyInAnyOrder(file, theirs);
        }
    }

    @Test
    void a_report_replaces_an_earlier_one_and_what_is_empty() throws IOException {
        Path file = measured();
        Path html = temp.resolve("README.html");
        Files.createFile(temp.resolve("README.md"));
        Reports.write(List.of(file), html, ReportOptions.NONE);
        Files.delete(html);

        Reports.write(List.of(file), html, ReportOptions.NONE);
        ReportWriter.Written again = Reports.write(List.of(file), html, ReportOptions.NONE);

        assertThat(again.html()).isNotEmptyFile();
        assertThat(again.markdown()).isNotEmptyFile();
    }

    @Test
    void a_report_replaces_the_Markdown_of_an_earlier_one_without_a_first_line_of_Rowmark() throws IOException {
        Path file = measured();
        Path html = temp.resolve("old.html");
        Path markdown = Reports.write(List.of(file), html, ReportOptions.NONE).markdown();
        String written = Files.readString(markdown);
        Files.writeString(markdown, written.substring(written.indexOf('\n') + 1));

        Reports.write(List.of(file), html, ReportOptions.NONE);

        assertThat(markdown).usingCharset(StandardCharsets.UTF_8).hasContent(written);
    }

    @Test
    void a_report_does_not_replace_CSV_of_somebody_else() throws IOException {
        Path file = measured();
        Path html = temp.resolve("q.html");
        Path theirs = Files.writeString(temp.resolve("q-comparison.csv"), "question,answer\nwhy,so\n");

        assertThatThrownBy(() -> Reports.write(List.of(file), html, ReportOptions.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("would replace " + theirs);
        assertThat(theirs).hasContent("question,answer\nwhy,so\n");
        assertThat(html).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"directory", "directory/broken-link", "directory/a.html", "/dev/full", "/", ""})
    @EnabledOnOs(OS.LINUX)
    void a_report_is_written_to_no_directory_device_or_broken_link(String name) throws IOException {
        Path file = measured();
        Path directory = Files.createDirectory(temp.resolve("directory"));
        Files.createSymbolicLink(directory.resolve("broken-link"), Path.of("nowhere"));
        Files.createDirectory(directory.resolve("a.md"));
        Path html = name.isEmpty() ? Path.of("") : temp.resolve(name);

        assertThatThrownBy(() -> Reports.write(List.of(file), html, ReportOptions.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith("', which is a directory, a device or a broken link; name another file");
        try (Stream<Path> files = Files.walk(temp)) {
            assertThat(files.filter(Files::isRegularFile)).containsExactly(file);
        }
    }

    private Path measured() throws IOException {
        JmhJson json = new JmhJson(1);
        json.throughput("org.example.Join.join", "\"impl\": \"old\"", 5, 1000.0);
        json.throughput("org.example.Join.join", "\"impl\": \"new\"", 5, 2000.0);
        return json.write(temp.resolve("a.json"));
    }
}
