package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.provenance.ScaleText;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.result.Manifest;
import org.rowmark.result.PublishedFigures.Finding;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Holm;
import org.rowmark.stats.Verdict;

/**
 * What a table of published findings says, asked of a run. Only ratios are compared: sizes and machines were others.
 *
 * @param title of the table
 * @param rows in the order of the table
 */
record Findings(String title, List<FindingRow> rows) {
    /**
     * A published finding beside what this run says of it.
     *
     * @param finding what was asked
     * @param value as published
     * @param unit of the value, in words
     * @param scope of what it was published
     * @param ours empty where it cannot be asked
     * @param mark whether it holds
     */
    record FindingRow(
            Finding finding, String value, String unit, String scope, Optional<FindingRatio> ours, FindingMark mark) {

        /** {@code tcp over services api}. */
        String name() {
            return finding.name().replace('_', ' ');
        }

        /** {@code 5.7 ratio of restore times}. */
        String published() {
            return unit.isEmpty() ? value : value + ", " + unit;
        }

        /** {@code 10.9× (10.4–11.5)}; that there is none, where it cannot be asked. */
        String oursText() {
            return ours.map(ratio -> VerdictLabel.ratio(ratio.comparison())).orElse(Numbers.NONE);
        }

        /** {@code 8 pairs, 5 rounds}, {@code 7 of 8 pairs, 5 rounds}; empty where it cannot be asked. */
        String extent() {
            return ours.map(ratio -> (ratio.pairs() < ratio.all() ? ratio.pairs() + " of " : "")
                            + Numbers.count(ratio.all(), "pair") + ", "
                            + Numbers.count(ratio.comparison().n(), "round"))
                    .orElse("");
        }

        /** {@code same direction, ours 18×}, with what the mark must be followed by. */
        String detail() {
            String cap = ours.map(FindingRatio::cap).orElse("");
            return cap.isEmpty() || mark.detail().isEmpty() ? cap + mark.detail() : mark.detail() + "; " + cap;
        }
    }

    /**
     * A row of the table as a question to the run.
     *
     * @param row by name of the column; empty where the table does not have it
     * @param cannot why there is no answer; empty where there is one
     */
    private record Asked(Finding finding, Map<String, String> row, Optional<FindingRatio> ours, String cannot) {
        private String of(String column) {
            return row.getOrDefault(column, "");
        }

        /** NaN where no verdict is asked for, or there are too few rounds for one. */
        private double p() {
            return ours.filter(ratio -> FindingMark.asksForVerdict(of("value"))
                            && ratio.comparison().n() >= Verdict.LEAST_ROUNDS)
                    .map(ratio -> ratio.comparison().p())
                    .orElse(Double.NaN);
        }

        private FindingRow judged(double adjustedP, double margin) {
            FindingMark mark = ours.map(ratio -> FindingMark.of(of("value"), ratio, adjustedP, margin))
                    .orElseGet(() -> FindingMark.cannot(cannot));
            return new FindingRow(finding, of("value"), of("unit"), of("scope"), ours, mark);
        }
    }

    /** Those of the publications, a table each; none for a comparison of two runs. */
    static List<Findings> of(Results results) {
        return results.publications().stream()
                .filter(publication -> !publication.findings().isEmpty())
                .map(publication -> of(
                        publication,
                        results.cells(),
                        results.runs().get(0).manifest(),
                        results.table().margin()))
                .toList();
    }

    private static Findings of(Publication publication, List<Cell> cells, Manifest manifest, double margin) {
        List<Asked> asked = new ArrayList<>();
        Map<String, Finding> byName = publication.findings().stream()
                .collect(Collectors.toMap(Finding::name, Function.identity(), (first, second) -> first));
        Set<String> told = new HashSet<>();
        for (Map<String, String> row : publication.byColumn()) {
            String name = row.getOrDefault(publication.header().get(0), "");
            told.add(name);
            asked.add(ask(
                    byName.getOrDefault(name, new Finding(name, "", Map.of(), Map.of(), "")), row, cells, manifest));
        }
        publication.findings().stream()
                .filter(finding -> !told.contains(finding.name()))
                .forEach(finding -> asked.add(new Asked(
                        finding, Map.of(), Optional.empty(), "the published figures have no row of this name")));
        double[] adjusted = Holm.adjust(asked.stream().mapToDouble(Asked::p).toArray());
        return new Findings(
                publication.title(),
                IntStream.range(0, adjusted.length)
                        .mapToObj(i -> asked.get(i).judged(adjusted[i], margin))
                        .toList());
    }

    private static Asked ask(Finding finding, Map<String, String> row, List<Cell> cells, Manifest manifest) {
        String value = row.getOrDefault("value", "");
        if (!finding.cannot().isEmpty() || !FindingMark.canBeAsked(value)) {
            String reason =
                    finding.cannot().isEmpty() ? value + " is neither a ratio nor a direction" : finding.cannot();
            return new Asked(finding, row, Optional.empty(), reason);
        }
        FindingPairs pairs = FindingPairs.of(finding, cells, manifest);
        if (pairs.pairs().isEmpty()) {
            return new Asked(finding, row, Optional.empty(), pairs.reason());
        }
        FindingRatio ratio = FindingRatio.of(pairs.pairs(), finding);
        return ratio.comparison().n() == 0
                ? new Asked(finding, row, Optional.empty(), "its cells have no round in common")
                : new Asked(finding, row, Optional.of(ratio), "");
    }

    /** How many have which mark. */
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
        List<List<TableCell>> table = new ArrayList<>();
        for (FindingRow row : rows) {
            FindingMark.Word word = row.mark().word();
            table.add(List.of(
                    TableCell.of(row.name()),
                    TableCell.of(row.published(), row.scope()),
                    TableCell.of(row.oursText(), row.extent()),
                    TableCell.styled(word.style(), word.shape() + " " + word.words(), row.detail())));
        }
        return new Section(
                title, tally(), List.of(new DataTable(List.of("finding", "published", "ours", "mark"), 4, table)));
    }

    private Stream<Map<String, Object>> data() {
        return rows.stream().map(row -> {
            Optional<Comparison> ours = row.ours().map(FindingRatio::comparison);
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("title", title);
            data.put("name", row.finding().name());
            data.put("value", row.value());
            data.put("unit", row.unit());
            data.put("scope", row.scope());
            data.put("metric", row.finding().metric());
            data.put("over", new TreeMap<>(row.finding().over()));
            data.put("under", new TreeMap<>(row.finding().under()));
            data.put("ratio", ours.map(Comparison::ratio));
            data.put("low", ours.map(Comparison::low));
            data.put("high", ours.map(Comparison::high));
            data.put("n", ours.map(Comparison::n).orElse(0));
            data.put("pairs", row.ours().map(FindingRatio::pairs).orElse(0));
            data.put("mark", row.mark().word());
            data.put("detail", row.detail());
            data.put("moreRounds", row.mark().moreRounds());
            return data;
        });
    }
}
