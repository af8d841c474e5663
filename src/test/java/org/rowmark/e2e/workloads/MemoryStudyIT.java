package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;

/** The study memory on a MariaDB with little data. */
@Tag("slow")
class MemoryStudyIT {
    private static final String CAVEAT = "TPC-C-like mix, not a TPC result";
    private static final String NUMBER = "[\\d,.]+";

    @TempDir
    private Path temp;

    @Test
    void shows_each_step_and_the_gain_of_each_doubling_and_why_there_is_no_knee() throws Exception {
        RequiredServers.assume("mariadb");

        Cli.Result result = Cli.in(Files.createDirectory(temp.resolve("work")))
                .run(("run --study memory --target mariadb --memory 128M --data-factor 0.05 -p items=1000"
                                + " -p customers=30 -p mix=10/10/80/0/0 --threads 4 --rounds 2 --warmups 1"
                                + " --warmup-time 200ms --iterations 2 --time 1s --out out --data-dir data")
                        .split(" ", -1));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("oltp: " + CAVEAT, "cells: 6 ok, 0 failed, 0 skipped");
        for (String memory : List.of("128m", "96m", "64m", "32m", "16m", "8m")) {
            assertThat(result.out()).containsPattern("\n +mariadb-" + memory + " +" + NUMBER + " ops/s");
        }
        RunRecord record = RunDirectory.read(temp.resolve("work/out"));
        assertThat(record.count(Outcome.OK)).isEqualTo(6);
        assertThat(record.manifest().cells())
                .extracting(cell -> cell.parameters().get("warehouses"))
                .containsOnly("7"); // 7.4 MB
        assertPage(Jsoup.parse(temp.resolve("work/out/report.html")));
    }

    private static void assertPage(Document page) throws IOException {
        List<List<String>> curve = rows(page, "Gain per further doubling");
        assertThat(column(curve, 1)).containsExactly("8", "16", "32", "64", "96", "128");
        assertThat(column(curve, 4).subList(0, 3)).allMatch(text -> text.matches(NUMBER + "× \\(.+\\)"));
        assertThat(column(rows(page, "latency_change_from_previous_step"), 2))
                .containsExactly("", "about none", "within the margin of error", "+66 %", "+200 %", "+153 %");
        assertThat(page.text())
                .contains(
                        CAVEAT,
                        "cache misses of page requests",
                        "no knee can be seen: too few replicates",
                        "The system's cache of data files is bypassed: innodb_flush_method=O_DIRECT.",
                        "SQL Server 2012 with 128 GB of memory and less, step by step")
                .containsPattern("Data: " + NUMBER + " MB in files at the end");
    }

    /** Returns the texts of the table with a column, without small print. */
    private static List<List<String>> rows(Document page, String column) {
        Element table = page.select("table").stream()
                .filter(each -> each.select("thead").text().contains(column))
                .findFirst()
                .orElseThrow();
        return table.select("tr").stream()
                .map(row -> row.children().stream()
                        .map(cell -> cell.select("> bdi").text())
                        .toList())
                .toList();
    }

    /** Returns a column below its header. */
    private static List<String> column(List<List<String>> rows, int column) {
        return IntStream.range(1, rows.size())
                .mapToObj(row -> rows.get(row).get(column))
                .toList();
    }
}
