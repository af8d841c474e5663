package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.provenance.Procedure;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.FindingPairs.Ratio;
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
public record Findings(String title, List<FindingRow> rows) {
    /**
     * A published finding beside the answer of this run.
     *
     * @param finding the question
     * @param published by name of the column; empty where the table does not have it
     * @param ours empty where there is no answer
     * @param mark whether it holds
     */
    record FindingRow(Finding finding, Map<String, String> published, Optional<Ratio> ours, FindingMark mark) {
        private String of(String column) {
            return published.getOrDefault(column, "");
        }

        /** Returns p; NaN where no verdict is needed, or there are too few rounds for one. */
        private double p() {
            return ours.map(Ratio::comparison)
                    .filter(ratio -> FindingMark.needsVerdict(of("value")) && ratio.n() >= Verdict.LEAST_ROUNDS)
                    .map(Comparison::p)
                    .orElse(Double.NaN);
        }

        private FindingRow judged(double adjustedP, double margin) {
            Optional<FindingMark> judged = ours.map(ratio -> FindingMark.of(of("value"), ratio, adjustedP, margin));
            return new FindingRow(finding, published, ours, judged.orElse(mark));
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
            return Stream.of(mark.detail(), ours.map(Ratio::cap).orElse(""))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
        }

        private List<TableCell> cells() {
            VerdictLabel label = mark.word().label();
            Optional<String> ratio = ours.map(Ratio::comparison).map(VerdictLabel::ratio);
            return List.of(
                    TableCell.of(name()),
                    TableCell.of(of("value") + (of("unit").isEmpty() ? "" : ", " + of("unit")), of("scope")),
                    TableCell.of(ratio.orElse(Numbers.NONE), extent()),
                    TableCell.styled(label.style(), label.text(), detail()));
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
        Map<String, Finding> missing = publication.findings().stream()
                .collect(Collectors.toMap(Finding::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        Map<String, Finding> byName = Map.copyOf(missing);
        List<FindingRow> rows = new ArrayList<>();
        for (Map<String, String> published : publication.byColumn()) {
            String name = published.getOrDefault(publication.header().get(0), "");
            Finding unknown = new Finding(name, "", Map.of(), Map.of(), "");
            Finding finding = byName.getOrDefault(name, unknown);
            FindingPairs pairs = FindingPairs.of(finding, published.getOrDefault("value", ""), results);
            FindingMark unanswered = new FindingMark(FindingMark.Word.CANNOT, pairs.reason());
            rows.add(new FindingRow(finding, published, pairs.ratio(finding), unanswered));
            missing.remove(name);
        }
        FindingMark noRow = new FindingMark(FindingMark.Word.CANNOT, "the published figures have no row of this name");
        missing.values().forEach(finding -> rows.add(new FindingRow(finding, Map.of(), Optional.empty(), noRow)));
        double[] adjusted = Holm.adjust(rows.stream().mapToDouble(FindingRow::p).toArray());
        double margin = results.table().margin();
        return new Findings(
                publication.title(),
                IntStream.range(0, adjusted.length)
                        .mapToObj(i -> rows.get(i).judged(adjusted[i], margin))
                        .toList());
    }

    public static Section section(Results results) {
        List<Findings> all = of(results);
        Optional<String> scale = results.scale().map(size -> "Measured here at " + Procedure.size(size) + ". ");
        return new Section(
                        "Published findings beside ours",
                        scale.orElse("")
                                + "Only ratios are compared, because the published sizes and machines were others.",
                        all.stream().map(Findings::part).toList())
                .withData("findings", all.stream().flatMap(Findings::data).toList());
    }

    /** Returns the table below the number of findings with each mark. */
    private Section part() {
        Map<FindingMark.Word, Long> marks = rows.stream()
                .collect(Collectors.groupingBy(row -> row.mark().word(), TreeMap::new, Collectors.counting()));
        String counts = marks.entrySet().stream()
                .map(mark -> mark.getKey().label().word() + ": " + mark.getValue())
                .collect(Collectors.joining(", "));
        List<List<TableCell>> cells = rows.stream().map(FindingRow::cells).toList();
        return new Section(
                title,
                Numbers.count(rows.size(), "finding") + "; " + counts + ".",
                new DataTable(List.of("finding", "published", "ours", "mark"), 4, cells));
    }

    private Stream<Map<String, Object>> data() {
        return rows.stream().map(row -> {
            Optional<Comparison> ours = row.ours().map(Ratio::comparison);
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("title", title);
            data.put("name", row.finding().name());
            data.put("value", row.of("value"));
            data.put("unit", row.of("unit"));
            data.put("scope", row.of("scope"));
            data.put("metric", row.finding().metric());
            data.put("over", new TreeMap<>(row.finding().over()));
            data.put("under", new TreeMap<>(row.finding().under()));
            data.put("ratio", ours.map(Comparison::ratio));
            data.put("low", ours.map(Comparison::low));
            data.put("high", ours.map(Comparison::high));
            data.put("n", ours.map(Comparison::n).orElse(0));
            data.put("pairs", row.ours().map(Ratio::pairs).orElse(0));
            data.put("mark", row.mark().word());
            data.put("detail", row.detail());
            data.put("moreRounds", row.mark().moreRounds());
            return data;
        });
    }
}
