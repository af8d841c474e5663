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
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
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
public record Findings(String title, List<FindingRow> rows) {
    /** A row of the table with its question, before the other rows are known. */
    private record Asked(Finding finding, Map<String, String> row, Optional<FindingRatio> ours, String cannot) {
        private String value() {
            return row.getOrDefault("value", "");
        }

        private double p() {
            boolean counts = ours.isPresent()
                    && FindingMark.asksForVerdict(value())
                    && ours.get().comparison().n() >= Verdict.LEAST_ROUNDS;
            return counts ? ours.get().comparison().p() : Double.NaN;
        }
    }

    /** Those of the publications, a table each; none for a comparison of two runs. */
    public static List<Findings> of(Results results) {
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
        List<FindingRow> rows = new ArrayList<>();
        for (int i = 0; i < adjusted.length; i++) {
            rows.add(row(asked.get(i), adjusted[i], margin));
        }
        return new Findings(publication.title(), List.copyOf(rows));
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

    private static FindingRow row(Asked asked, double adjustedP, double margin) {
        FindingMark mark = asked.ours()
                .map(ours -> FindingMark.of(asked.value(), ours, adjustedP, margin))
                .orElseGet(() -> FindingMark.cannot(asked.cannot()));
        return new FindingRow(
                asked.finding(),
                asked.value(),
                asked.row().getOrDefault("unit", ""),
                asked.row().getOrDefault("scope", ""),
                asked.ours(),
                mark);
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
