package org.rowmark.report.section;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.Manifest;
import org.rowmark.result.PublishedFigures;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Protocol;
import org.rowmark.stats.TrimmedMean;

/**
 * Published figures on the question of a run, and those that the protocol of a published study makes of its rounds.
 *
 * @param text of their file: how they were obtained, a line each behind {@code #}, and a table in CSV
 */
public record Publication(PublishedFigures figures, String text) {
    /** The number of runs cut at either end, a tenth of ten. */
    private static final int CUT = 1;

    /** Reads the publications of which a run directory contains copies. */
    public static List<Publication> read(Path directory, Manifest manifest) throws IOException {
        List<Publication> publications = new ArrayList<>();
        for (PublishedFigures figures : manifest.published()) {
            Path file = directory.resolve(PublishedFigures.DIRECTORY).resolve(figures.file());
            publications.add(new Publication(figures, Files.readString(file)));
        }
        return publications;
    }

    public static Section section(Results results) {
        return new Section(
                "Published figures",
                results.publications().isEmpty() ? "" : results.scaleNotice(),
                results.publications().stream()
                        .map(publication -> publication.part(results))
                        .toList());
    }

    /** Returns the table as published, and beside its rows the published ratio and those measured here. */
    private Section part(Results results) {
        List<List<String>> lines = PublishedFigures.rows(text);
        List<String> header = lines.get(0);
        List<Column<List<String>>> columns =
                Column.each(List.of(), header, (row, i) -> TableCell.of(i < row.size() ? row.get(i) : ""));
        figures.match().ifPresent(by -> {
            Map<String, List<CaseRatio>> ours = byName(by.rowKey(), results);
            columns.add(Column.ofText("ratio", row -> ratio(by, header, row)));
            columns.add(Column.ofText(
                    "here, with 95 % interval",
                    row -> here(ours.getOrDefault(value(header, row, by.rowColumn()), List.of()))));
        });
        DataTable table = DataTable.of(columns.size(), lines.subList(1, lines.size()), columns);
        String conditions = text.lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .collect(Collectors.joining("\n"));
        return new Section(figures.title(), conditions, table.foldedIfLong());
    }

    /** Returns our ratios by the value of a key: of a parameter, the workload, or the phase of an operation. */
    private static Map<String, List<CaseRatio>> byName(String key, Results results) {
        List<CaseRatio> all = key.equals(Phases.KEY)
                ? Phases.ratios(results)
                : results.table().rows();
        return all.stream()
                .filter(ratio -> ratio.line().metric().isScore())
                .collect(Collectors.groupingBy(ratio -> key.equals(Cell.WORKLOAD)
                        ? ratio.line().key().workload()
                        : ratio.line().key().parameters().getOrDefault(key, "")));
    }

    /** Returns the ratio of the published figures, more than 1 is better. */
    private static String ratio(PublishedFigures.Match by, List<String> header, List<String> row) {
        double baseline =
                Numbers.parsed(value(header, row, by.baselineColumn())).orElse(Double.NaN);
        double other = Numbers.parsed(value(header, row, by.otherColumn())).orElse(Double.NaN);
        return ratio(by.better().equals("higher") ? Better.HIGHER : Better.LOWER, baseline, other);
    }

    private static String ratio(Better better, double baseline, double other) {
        return baseline > 0 && other > 0
                ? Numbers.ratio(better == Better.HIGHER ? other / baseline : baseline / other)
                : Numbers.NONE;
    }

    private static String value(List<String> header, List<String> row, String column) {
        int place = header.indexOf(column);
        return place >= 0 && place < row.size() ? row.get(place) : "";
    }

    /** Returns ratios with their intervals, and with their configurations where there are several. */
    private static String here(List<CaseRatio> ours) {
        String ratios = ours.stream()
                .filter(CaseRatio::isCompared)
                .map(row -> VerdictLabel.ratio(row.comparison())
                        + (ours.size() > 1 ? " " + row.b().column() : ""))
                .collect(Collectors.joining(", "));
        return ratios.isEmpty() ? Numbers.NONE : ratios;
    }

    /**
     * Returns the figures that the protocol of a study makes of the rounds; without contents for the mean of all, which the
     * comparison shows.
     */
    public static Section byProtocol(Results results) {
        Optional<Protocol> protocol = results.runs().stream()
                .map(run -> Protocol.named(run.manifest().method().protocol()))
                .filter(named -> named != Protocol.MEAN)
                .findFirst();
        return new Section(
                "By the study's own protocol",
                protocol.map(Protocol::words).orElse("")
                        + ", as the published figures were made; the comparison above uses all rounds.",
                protocol.stream().map(named -> figures(results.table(), named)).toList());
    }

    private static DataTable figures(ComparisonTable table, Protocol protocol) {
        List<Column<Case>> columns = Column.each(
                List.of(
                        Column.ofText("workload", Case::title),
                        Column.ofText("unit", line -> line.metric().unit())),
                table.columns(),
                (line, i) -> cell(line, table.baseline(), i, protocol));
        return DataTable.of(
                columns.size(), table.scores().map(Publication::bySums).toList(), columns);
    }

    /** Returns a line of passes over queries by their sums, which are what is published; another as it is. */
    private static Case bySums(Case line) {
        if (line.sides().noneMatch(side -> side.cell().values().isPass())) {
            return line;
        }
        List<ColumnValue> sums = line.sides()
                .map(side -> side.withValues(NamedMetrics.seconds(side.cell().values())))
                .toList();
        Metric metric = new Metric("", NamedMetrics.PASS, line.metric().better());
        return new Case(line.index(), line.key(), metric, sums);
    }

    private static TableCell cell(Case line, int baseline, int column, Protocol protocol) {
        ColumnValue a = line.columnValues().get(baseline);
        ColumnValue b = line.columnValues().get(column);
        Better better = line.metric().better();
        Optional<Interval> found = figure(b, protocol);
        if (found.isEmpty()) {
            return TableCell.of("not " + protocol.runs().orElse(0) + " rounds");
        }
        Interval ours = found.get();
        String ratio = figure(a, protocol)
                .filter(theirs -> column != baseline)
                .map(theirs -> protocol == Protocol.TRIMMED_MEAN
                        ? VerdictLabel.ratio(TrimmedMean.compare(a.values(), b.values(), CUT, better))
                                + " by Yuen's test"
                        : ratio(better, theirs.mean(), ours.mean()))
                .orElse("");
        return TableCell.amount(ours, "", ratio);
    }

    /** Returns the figure; empty if the cell has another number of rounds than the protocol takes. */
    private static Optional<Interval> figure(ColumnValue side, Protocol protocol) {
        double[] values =
                side.values().values().stream().mapToDouble(Double::doubleValue).toArray();
        return Optional.of(values)
                .filter(all -> all.length == protocol.runs().orElse(all.length) && all.length > 0)
                .map(protocol::of);
    }
}
