package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.provenance.ScaleText;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.result.PublishedFigures.Finding;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Holm;
import org.rowmark.stats.Verdict;

/**
 * The findings of a published table beside the answers of a run. Only ratios are compared: sizes and machines differ.
 *
 * @param title of the table
 * @param rows in the order of the table
 */
record Findings(String title, List<FindingRow> rows) {
    /**
     * A published finding beside the answer of this run.
     *
     * @param finding the question
     * @param published by name of the column; empty where the table does not have it
     * @param ours empty where there is no answer
     * @param mark whether it holds
     */
    record FindingRow(
            Finding finding, Map<String, String> published, Optional<FindingPairs.Ratio> ours, FindingMark mark) {
        private static FindingRow without(Finding finding, Map<String, String> published, String reason) {
            return new FindingRow(
                    finding, published, Optional.empty(), new FindingMark(FindingMark.Word.CANNOT, reason));
        }

        private String of(String column) {
            return published.getOrDefault(column, "");
        }

        private String value() {
            return of("value");
        }

        /** Returns p; NaN where no verdict is needed, or there are too few rounds for one. */
        private double p() {
            return ours.filter(ratio -> FindingMark.needsVerdict(value())
                            && ratio.comparison().n() >= Verdict.LEAST_ROUNDS)
                    .map(ratio -> ratio.comparison().p())
                    .orElse(Double.NaN);
        }

        private FindingRow judged(double adjustedP, double margin) {
            return ours.map(ratio ->
                            new FindingRow(finding, published, ours, FindingMark.of(value(), ratio, adjustedP, margin)))
                    .orElse(this);
        }

        /** Returns {@code tcp over services api}. */
        String name() {
            return finding.name().replace('_', ' ');
        }

        /** Returns {@code 8 pairs, 5 rounds}, {@code 7 of 8 pairs, 5 rounds}; empty where there is no answer. */
        String extent() {
            return ours.map(ratio -> (ratio.pairs() < ratio.all() ? ratio.pairs() + " of " : "")
                            + Numbers.count(ratio.all(), "pair") + ", "
                            + Numbers.count(ratio.comparison().n(), "round"))
                    .orElse("");
        }

        /** Returns {@code same direction, ours 18×}, with a required addition to the mark. */
        String detail() {
            String cap = ours.map(FindingPairs.Ratio::cap).orElse("");
            return cap.isEmpty() || mark.detail().isEmpty() ? cap + mark.detail() : mark.detail() + "; " + cap;
        }

        private List<TableCell> cells() {
            FindingMark.Word word = mark.word();
            String ratio =
                    ours.map(with -> VerdictLabel.ratio(with.comparison())).orElse(Numbers.NONE);
            return List.of(
                    TableCell.of(name()),
                    TableCell.of(of("unit").isEmpty() ? value() : value() + ", " + of("unit"), of("scope")),
                    TableCell.of(ratio, extent()),
                    TableCell.styled(word.style(), word.shape() + " " + word.words(), detail()));
        }
    }

    /** Returns the findings of the publications, a table each; none for a comparison of two runs. */
    static List<Findings> of(Results results) {
        return results.publications().stream()
                .filter(publication -> !publication.findings().isEmpty())
                .map(publication -> of(publication, results))
                .toList();
    }

    private static Findings of(Publication publication, Results results) {
        Map<String, Finding> missing = new LinkedHashMap<>();
        publication.findings().forEach(finding -> missing.putIfAbsent(finding.name(), finding));
        Map<String, Finding> byName = Map.copyOf(missing);
        List<FindingRow> rows = new ArrayList<>();
        for (Map<String, String> published : publication.byColumn()) {
            String name = published.getOrDefault(publication.header().get(0), "");
            Finding unknown = new Finding(name, "", Map.of(), Map.of(), "");
            rows.add(row(byName.getOrDefault(name, unknown), published, results));
            missing.remove(name);
        }
        missing.values()
                .forEach(finding -> rows.add(
                        FindingRow.without(finding, Map.of(), "the published figures have no row of this name")));
        double[] adjusted = Holm.adjust(rows.stream().mapToDouble(FindingRow::p).toArray());
        return new Findings(
                publication.title(),
                IntStream.range(0, adjusted.length)
                        .mapToObj(i ->
                                rows.get(i).judged(adjusted[i], results.table().margin()))
                        .toList());
    }

    private static FindingRow row(Finding finding, Map<String, String> published, Results results) {
        String value = published.getOrDefault("value", "");
        if (!finding.cannot().isEmpty()) {
            return FindingRow.without(finding, published, finding.cannot());
        }
        if (!FindingMark.isComparable(value)) {
            return FindingRow.without(finding, published, value + " is neither a ratio nor a direction");
        }
        FindingPairs pairs =
                FindingPairs.of(finding, results.cells(), results.runs().get(0).manifest());
        if (pairs.pairs().isEmpty()) {
            return FindingRow.without(finding, published, pairs.reason());
        }
        FindingPairs.Ratio ratio = pairs.ratio(finding);
        FindingRow row = FindingRow.without(finding, published, "its cells have no round in common");
        return ratio.comparison().n() == 0 ? row : new FindingRow(finding, published, Optional.of(ratio), row.mark());
    }

    /** Returns how many findings have which mark. */
    private String tally() {
        List<String> counts = new ArrayList<>();
        for (FindingMark.Word word : FindingMark.Word.values()) {
            long count = rows.stream().filter(row -> row.mark().word() == word).count();
            if (count > 0) {
                counts.add(word.words() + ": " + count);
            }
        }
        return Numbers.count(rows.size(), "finding") + "; " + String.join(", ", counts) + ".";
    }

    static Section section(Results results) {
        List<Findings> all = of(results);
        return new Section(
                        "Published findings beside ours",
                        results.scale()
                                        .map(size -> "Measured here at " + ScaleText.size(size) + ". ")
                                        .orElse("")
                                + "Only ratios are compared, because the published sizes and machines were others.",
                        all.stream().map(Findings::part).toList())
                .withData("findings", all.stream().flatMap(Findings::data).toList());
    }

    private Section part() {
        List<List<TableCell>> table = rows.stream().map(FindingRow::cells).toList();
        return new Section(
                title, tally(), List.of(new DataTable(List.of("finding", "published", "ours", "mark"), 4, table)));
    }

    private Stream<Map<String, Object>> data() {
        return rows.stream().map(row -> {
            Optional<Comparison> ours = row.ours().map(FindingPairs.Ratio::comparison);
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("title", title);
            data.put("name", row.finding().name());
            data.put("value", row.value());
            data.put("unit", row.of("unit"));
            data.put("scope", row.of("scope"));
            data.put("metric", row.finding().metric());
            data.put("over", new TreeMap<>(row.finding().over()));
            data.put("under", new TreeMap<>(row.finding().under()));
            data.put("ratio", ours.map(Comparison::ratio));
            data.put("low", ours.map(Comparison::low));
            data.put("high", ours.map(Comparison::high));
            data.put("n", ours.map(Comparison::n).orElse(0));
            data.put("pairs", row.ours().map(FindingPairs.Ratio::pairs).orElse(0));
            data.put("mark", row.mark().word());
            data.put("detail", row.detail());
            data.put("moreRounds", row.mark().moreRounds());
            return data;
        });
    }
}
