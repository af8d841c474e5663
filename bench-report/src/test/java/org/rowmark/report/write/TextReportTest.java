package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.LinkDemo;
import org.rowmark.report.format.PlainText;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;

class TextReportTest {
    @Test
    void no_line_is_wider_than_a_terminal() {
        String name = "\uD83D\uDE00 </b>|" + "very long ".repeat(50);
        for (RunRecord run : List.of(Demos.complete(), Demos.interrupted(), Demos.running(), Demos.named(name))) {
            assertThat(write(run).lines())
                    .allSatisfy(line -> assertThat(PlainText.columns(line)).isLessThanOrEqualTo(120));
        }
    }

    @Test
    void names_cannot_command_the_terminal() {
        assertThat(write(Demos.named("a\u001B[31m\u0007\r\n\u202Eb\u200B")).replace("\n", ""))
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}]")
                .contains("a\uFFFD[31m\uFFFD  \uFFFDb\uFFFD");
    }

    @Test
    void a_column_that_the_design_left_out_of_a_line_is_not_below_it() {
        String update = write(LinkDemo.run()).split("\nclient-update", -1)[1];

        assertThat(update.lines().skip(1).takeWhile(line -> !line.isEmpty()))
                .hasSize(10)
                .noneMatch(line -> line.contains("h2"));
    }

    @Test
    void what_varies_comes_first_and_is_never_cut() {
        DemoRun run = new DemoRun(2).target("firebird", "");
        List<String> ways = List.of("gbak-service", "gbak-tcp", "gbak-local" + "-with-a-long-name".repeat(4));
        for (String way : ways) {
            Map<String, String> parameters = Map.of(
                    "way",
                    way,
                    "buffers",
                    "default",
                    "indexes",
                    "after the rows",
                    "jobs",
                    "default",
                    "pageSize",
                    "8192");
            run.cell(
                    new PlannedCell(ways.indexOf(way) + 1, "firebird", "restore", "", parameters),
                    Level.throughput(10, 0.01));
        }

        assertThat(write(run.build()).lines().map(line -> line.split(" buffers", 2)[0]))
                .containsSubsequence(
                        "restore way=" + ways.get(0), "restore way=" + ways.get(1), "restore way=" + ways.get(2));
    }

    @Test
    void has_the_answers_of_the_workloads_and_what_a_commit_waits_for() {
        String waits = "commit waits for the disk: yes (full)";
        String waitsNot = "commit waits for the disk: no (500 ms)";
        Level level = Level.throughput(10, 0.01);
        DemoRun run = new DemoRun(6)
                .target("derby", waits)
                .target("h2", waitsNot)
                .cell(new PlannedCell(1, "derby", "insert", "", Map.of(), "mind it", false, true), level)
                .cell(new PlannedCell(2, "h2", "insert", "", Map.of(), "mind it", false, true), level)
                .cell(new PlannedCell(3, "derby", "select", "", Map.of()), level)
                .cell(new PlannedCell(4, "h2", "select", "", Map.of()), level);
        String text = write(run.build());

        assertThat(text.lines())
                .contains("! commit waits for the disk: yes (derby); no (h2)")
                .containsSubsequence(
                        "  geometric mean over insert, select",
                        "insert",
                        "  ! mind it",
                        "    ! commit waits for the disk: no (h2); yes (derby)",
                        "select");
        assertThat(text).containsOnlyOnce("over 2 workloads").containsOnlyOnce("! commit waits for the disk: no (h2)");
    }

    @Test
    void fewer_than_five_rounds_get_no_verdict_word_anywhere() {
        assertThat(write(Demos.interrupted())).doesNotMatch(HtmlReportTest.VERDICT_WORDS);
        assertThat(write(Demos.running())).doesNotMatch(HtmlReportTest.VERDICT_WORDS);
    }

    private static String write(RunRecord run) {
        return TextReport.of(Demos.model(List.of(run)));
    }
}
