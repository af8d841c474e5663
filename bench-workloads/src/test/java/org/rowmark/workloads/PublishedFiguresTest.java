package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Holm;
import org.rowmark.stats.Protocol;
import org.rowmark.stats.Speedup;
import org.rowmark.stats.Verdict;
import org.rowmark.stats.Verdict.Word;

/** The tables of the published studies that come with Rowmark, from their rows to what was printed of them. */
class PublishedFiguresTest {
    private static final List<String> FIGURES = List.of("data read", "data write", "log read", "log write");

    @ParameterizedTest
    @ValueSource(strings = {"page-fill", "page-fill-means", "huge-pages", "memory", "restore", "row-by-row", "spatial"})
    void every_table_says_first_what_it_is_and_has_a_value_or_a_gap_in_every_column(String table) throws IOException {
        try (BufferedReader reader = open(table)) {
            List<String> lines = reader.lines().toList();
            List<String> rows =
                    lines.stream().filter(line -> !line.startsWith("#")).toList();

            assertThat(lines.get(0)).startsWith("# Published");
            assertThat(rows)
                    .hasSizeGreaterThan(2)
                    .allSatisfy(row -> assertThat(row.split(",", -1))
                            .hasSameSizeAs(rows.get(0).split(",", -1)));
        }
    }

    @Test
    void the_stalls_of_page_fill_follow_from_its_counters() throws IOException {
        for (Map<String, String> row : rows("page-fill")) {
            for (String operation : List.of("read", "write")) {
                double count = number(row, operation + "s");
                double stall = number(row, operation + "_stall_ms") / (1 + count);
                assertThat(stall).isCloseTo(number(row, "avg_" + operation + "_stall_ms"), within(0.0501));
            }
        }
    }

    /** Two published means are not those of the published rows: 1.34 for 1.52 and 3.34 for 4.10. */
    @Test
    void the_means_of_page_fill_are_recomputed_and_the_published_ones_that_differ_are_known() throws IOException {
        List<String> differ = new ArrayList<>();
        for (Map<String, String> row : rows("page-fill-means")) {
            String figure = row.get("file") + " " + row.get("operation");
            double linux = mean(replicates("linux", figure));
            double windows = mean(firstFive(replicates("windows", figure)));
            assertThat(linux).isCloseTo(number(row, "linux_recomputed"), within(1e-9));
            assertThat(windows).isCloseTo(number(row, "windows_recomputed_first_five"), within(1e-9));
            if (Math.abs(linux - number(row, "linux_published")) > 1e-9) {
                differ.add("linux " + figure);
            }
            if (Math.abs(windows - number(row, "windows_published")) > 1e-9) {
                differ.add("windows " + figure);
            }
        }
        assertThat(differ).containsExactly("linux data read", "windows data read");
    }

    @Test
    void the_gains_of_page_fill_follow_from_its_published_means() throws IOException {
        for (Map<String, String> row : rows("page-fill-means")) {
            double linux = number(row, "linux_published");
            double windows = number(row, "windows_published");
            assertThat(Speedup.of("linux", linux, "windows", windows, Better.LOWER)
                            .words())
                    .isEqualTo(row.get("gain_published"));
        }
    }

    @ParameterizedTest
    @CsvSource({"data read, 2.7x linux", "data write, 1.2x linux", "log read, 1.4x windows", "log write, 1.06x windows"
    })
    void the_gains_of_page_fill_from_the_recomputed_means(String figure, String words) throws IOException {
        double linux = mean(replicates("linux", figure));
        double windows = mean(firstFive(replicates("windows", figure)));
        assertThat(Speedup.of("linux", linux, "windows", windows, Better.LOWER).words())
                .isEqualTo(words);
    }

    /**
     * What we would have said of these runs, Windows against Linux, all six of them: SciPy 1.17.1, {@code
     * ttest_ind(np.log(linux), np.log(windows), equal_var=False)}, adjusted p 1.68e-6, 0.0636, 0.0272, 1.43e-4.
     */
    @Test
    void five_runs_of_page_fill_are_enough_for_words_but_not_for_all() throws IOException {
        List<Comparison> comparisons = new ArrayList<>();
        for (String figure : FIGURES) {
            comparisons.add(
                    Comparison.unpaired(replicates("linux", figure), replicates("windows", figure), Better.LOWER));
        }
        assertInterval(comparisons.get(0), 0.3554928178258004, 0.29698599398483366, 0.4255256008206952);
        assertInterval(comparisons.get(1), 0.8320850130336186, 0.682260973754684, 1.0148103080040842);
        assertInterval(comparisons.get(2), 1.3778741688325005, 1.1002023233293468, 1.7256255371199802);
        assertInterval(comparisons.get(3), 1.056348480941411, 1.0402008874003084, 1.0727467421951902);
        double[] adjusted =
                Holm.adjust(comparisons.stream().mapToDouble(Comparison::p).toArray());
        assertThat(adjusted[2]).isCloseTo(0.027185461334929356, within(1e-9));
        assertThat(IntStream.range(0, FIGURES.size())
                        .mapToObj(i -> Verdict.of(comparisons.get(i), adjusted[i], MeasurementMethod.DEFAULT_MARGIN)
                                .word()))
                .containsExactly(Word.SLOWER, Word.UNCLEAR, Word.FASTER, Word.FASTER);
        assertThat(comparisons)
                .allSatisfy(
                        comparison -> assertThat(comparison.design().badges()).isNotEmpty());
    }

    @Test
    void the_deltas_and_the_total_of_huge_pages_follow_from_its_seconds() throws IOException {
        double off = 0;
        double on = 0;
        for (Map<String, String> row : rows("huge-pages")) {
            boolean isTotal = row.get("test").equals("total");
            double rowOff = number(row, "huge_off_s");
            double rowOn = number(row, "huge_on_s");
            assertThat(changePercent(rowOff, rowOn)).isCloseTo(number(row, "delta_percent"), within(0.005));
            if (isTotal) {
                assertThat(off).isCloseTo(rowOff, within(1e-9));
                assertThat(on).isCloseTo(rowOn, within(1e-9));
            } else {
                off += rowOff;
                on += rowOn;
            }
        }
        assertThat(Math.round(100 * changePercent(off, on))).isEqualTo(-68);
        assertThat(Protocol.SUM_OF_THREE.hasInterval()).isFalse();
    }

    private static double changePercent(double from, double to) {
        return 100 * (to - from) / from;
    }

    private static void assertInterval(Comparison comparison, double ratio, double low, double high) {
        assertThat(comparison.ratio()).isCloseTo(ratio, within(1e-9));
        assertThat(comparison.low()).isCloseTo(low, within(1e-9));
        assertThat(comparison.high()).isCloseTo(high, within(1e-9));
    }

    /** By run: the printed milliseconds per operation of a platform. */
    private static Map<Integer, Double> replicates(String platform, String figure) throws IOException {
        String[] fileAndOperation = figure.split(" ", -1);
        Map<Integer, Double> replicates = new TreeMap<>();
        for (Map<String, String> row : rows("page-fill")) {
            if (row.get("platform").equals(platform) && row.get("file").equals(fileAndOperation[0])) {
                replicates.put(
                        Integer.valueOf(row.get("run")), number(row, "avg_" + fileAndOperation[1] + "_stall_ms"));
            }
        }
        return replicates;
    }

    private static Map<Integer, Double> firstFive(Map<Integer, Double> replicates) {
        return new TreeMap<>(replicates).headMap(5, true);
    }

    private static double mean(Map<Integer, Double> replicates) {
        return Protocol.MEAN_OF_ALL
                .of(replicates.values().stream().mapToDouble(v -> v).toArray())
                .mean();
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }

    private static BufferedReader open(String table) {
        return new BufferedReader(new InputStreamReader(
                PublishedFiguresTest.class.getResourceAsStream("/published/" + table + ".csv"),
                StandardCharsets.UTF_8));
    }

    private static List<Map<String, String>> rows(String table) throws IOException {
        List<String> lines;
        try (BufferedReader reader = open(table)) {
            lines = reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
        String[] columns = lines.get(0).split(",", -1);
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split(",", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < columns.length; i++) {
                row.put(columns[i], values[i]);
            }
            rows.add(row);
        }
        return rows;
    }
}
