package org.rowmark.report.section;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.result.Manifest;
import org.rowmark.result.PublishedFigures;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Protocol;
import org.rowmark.stats.Speedup;
import org.rowmark.stats.TrimmedMean;
import org.rowmark.util.UsageException;

/**
 * Published figures on the question of a run.
 *
 * @param title what they show
 * @param conditions how they were obtained, from the head of the file: a line each
 * @param header names of the columns
 * @param byColumn the rows, by name of the column
 * @param match which rows belong to which lines of ours; empty if none do
 * @param findings rows as questions to our cells
 */
public record Publication(
        String title,
        List<String> conditions,
        List<String> header,
        List<Map<String, String>> byColumn,
        Optional<PublishedFigures.Match> match,
        List<PublishedFigures.Finding> findings) {
    /** The number of runs cut at either end, a tenth of ten. */
    private static final int CUT = 1;

    /** Reads the publications of which a run directory contains copies. */
    public static List<Publication> read(Path directory, Manifest manifest) throws IOException {
        List<Publication> publications = new ArrayList<>();
        for (PublishedFigures figures : manifest.published()) {
            Path file = directory.resolve(PublishedFigures.DIRECTORY).resolve(figures.file());
            try {
                publications.add(parse(figures, Files.readString(file)));
            } catch (NoSuchFileException e) {
                throw new UsageException("published figures are missing: " + file, e);
            }
        }
        return publications;
    }

    public static Publication parse(PublishedFigures figures, String text) {
        List<String> conditions = text.lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .toList();
        List<List<String>> rows = PublishedFigures.rows(text);
        List<String> header = rows.get(0);
        List<Map<String, String>> byColumn = new ArrayList<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            Map<String, String> cells = new LinkedHashMap<>();
            for (int i = 0; i < row.size(); i++) {
                cells.put(header.get(i), row.get(i));
            }
            byColumn.add(cells);
        }
        return new Publication(figures.title(), conditions, header, byColumn, figures.match(), figures.findings());
    }

    /**
     * Returns the title of our line, our configuration, our ratio with its interval, and their ratio with its words,
     * where they match.
     */
    public List<List<String>> pairs(ComparisonTable table) {
        List<List<String>> pairs = new ArrayList<>();
        for (CaseRatio row : table.rows()) {
            String ours = row.result()
                    .map(with -> VerdictLabel.ratio(with.comparison()))
                    .orElse(Numbers.NONE);
            match.filter(by -> row.line().metric().isScore())
                    .flatMap(by -> ratio(by, row.line().key()))
                    .ifPresent(theirs ->
                            pairs.add(List.of(row.line().title(), row.b().column(), ours, theirs)));
        }
        return pairs;
    }

    /** Returns the published ratio of the first row that belongs to a line and has both figures. */
    private Optional<String> ratio(PublishedFigures.Match by, CaseKey line) {
        boolean isWorkload = by.rowKey().equals(Cell.WORKLOAD);
        String name = isWorkload ? line.workload() : line.parameters().getOrDefault(by.rowKey(), "");
        Better better = by.better().equals("higher") ? Better.HIGHER : Better.LOWER;
        return row(by, name).map(row -> {
            double a = number(row, by.baselineColumn());
            double b = number(row, by.otherColumn());
            Speedup gain = Speedup.of(by.baselineColumn(), a, by.otherColumn(), b, better);
            return Numbers.ratio(better == Better.HIGHER ? b / a : a / b) + " (" + gain.words() + ")";
        });
    }

    /** Returns the first row of that name that has both figures. */
    private Optional<Map<String, String>> row(PublishedFigures.Match by, String name) {
        return byColumn.stream()
                .filter(row -> name.equals(row.get(by.rowColumn())))
                .filter(row -> number(row, by.baselineColumn()) > 0 && number(row, by.otherColumn()) > 0)
                .findFirst();
    }

    /** Returns whether its rows are named after phases of an operation. */
    public boolean isOfPhases() {
        return match.filter(by -> by.rowKey().equals(PhaseRatios.KEY)).isPresent();
    }

    /** Returns the published change of a phase's figure, -0.01 for 1 % less; empty where it has no such row. */
    public Optional<Double> change(String phase) {
        return match.filter(by -> isOfPhases())
                .flatMap(by -> row(by, phase)
                        .map(row -> number(row, by.otherColumn()) / number(row, by.baselineColumn()) - 1));
    }

    private static double number(Map<String, String> row, String column) {
        return Numbers.parsed(row.getOrDefault(column, "")).orElse(Double.NaN);
    }

    public static Section section(Results results) {
        return new Section(
                "Published figures",
                "",
                results.publications().stream()
                        .map(publication -> publication.part(results.table()))
                        .toList());
    }

    private Section part(ComparisonTable table) {
        List<String> pairHeader = List.of("workload", "configuration", "ours, with 95 % interval", "published");
        List<List<String>> rows =
                byColumn.stream().map(row -> List.copyOf(row.values())).toList();
        Section all = Section.folded(
                "All " + rows.size() + " rows as published", DataTable.ofTexts(header, header.size(), rows));
        return new Section(
                title,
                String.join("\n", conditions),
                List.of(DataTable.ofTexts(pairHeader, pairHeader.size(), pairs(table)), all));
    }

    /** Returns what a published study's own protocol computes from the rounds, without contents for the mean of all runs, which the comparison shows anyway. */
    public static Section ofProtocol(Results results) {
        Optional<Protocol> protocol = results.runs().stream()
                .map(run -> Protocol.named(run.manifest().method().protocol()))
                .filter(named -> named != Protocol.MEAN_OF_ALL)
                .findFirst();
        return new Section(
                "By the study's own protocol",
                protocol.map(Protocol::words).orElse("")
                        + ", as the published figures were made; the comparison above uses all rounds.",
                protocol.stream().map(named -> table(results.table(), named)).toList());
    }

    private static DataTable table(ComparisonTable table, Protocol protocol) {
        Stream<Column<Case>> columns = Stream.concat(
                Stream.of(
                        Column.ofText("workload", Case::title),
                        Column.ofText("unit", line -> line.metric().unit())),
                Column.each(
                        table.columns(),
                        (line, i) -> cell(
                                line,
                                line.columnValues().get(table.baseline()),
                                line.columnValues().get(i),
                                protocol)));
        List<Case> lines = table.scores().stream().map(Publication::bySums).toList();
        return DataTable.of(2 + table.columns().size(), lines, columns.toList());
    }

    /** Returns a line of passes over queries by their sums, which are what is published; another as it is. */
    private static Case bySums(Case line) {
        if (line.columnValues().stream().noneMatch(side -> side.cell().values().isPass())) {
            return line;
        }
        List<ColumnValue> sums = line.columnValues().stream()
                .map(side -> new ColumnValue(
                        side.column(),
                        side.cell(),
                        NamedMetrics.seconds(side.cell().values())))
                .toList();
        return new Case(
                line.key(), new Metric("", NamedMetrics.PASS, line.metric().better()), sums);
    }

    private static TableCell cell(Case line, ColumnValue baseline, ColumnValue side, Protocol protocol) {
        Optional<Interval> figure = figure(side, protocol);
        Optional<Interval> ofBaseline =
                figure(baseline, protocol).filter(of -> !side.column().equals(baseline.column()));
        if (figure.isEmpty()) {
            return TableCell.of("not " + protocol.runs().orElse(0) + " rounds");
        }
        Interval ours = figure.get();
        String interval = Double.isFinite(ours.low()) ? " (" + Numbers.range(ours) + ")" : "";
        Better better = line.metric().better();
        String gain = ofBaseline
                .map(theirs -> Speedup.of(baseline.column(), theirs.mean(), side.column(), ours.mean(), better))
                .map(Speedup::words)
                .orElse("");
        String test = protocol == Protocol.TRIMMED_MEAN && ofBaseline.isPresent()
                ? "; by Yuen's test "
                        + VerdictLabel.ratio(TrimmedMean.compare(baseline.values(), side.values(), CUT, better))
                : "";
        return TableCell.of(Numbers.score(ours.mean()) + interval, gain + test);
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
