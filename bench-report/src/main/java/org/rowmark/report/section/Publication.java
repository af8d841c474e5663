package org.rowmark.report.section;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.result.Manifest;
import org.rowmark.result.PublishedFigures;
import org.rowmark.util.UsageException;

/**
 * Published figures on the question of a run.
 *
 * @param conditions how they were obtained, from the head of the file: a line each
 * @param match which rows belong to which lines of ours; empty if none do
 */
public record Publication(
        String title,
        List<String> conditions,
        List<String> header,
        List<List<String>> rows,
        Optional<PublishedFigures.Match> match) {
    private static final int MOST_UNFOLDED = 15;

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
        List<List<String>> lines = PublishedFigures.rows(text);
        List<List<String>> rows = lines.subList(1, lines.size());
        return new Publication(figures.title(), conditions, lines.get(0), rows, figures.match());
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
        List<Column<List<String>>> columns = header.stream()
                .map(name -> Column.<List<String>>ofText(name, row -> value(row, name)))
                .collect(Collectors.toCollection(ArrayList::new));
        match.ifPresent(by -> {
            Map<String, List<CaseRatio>> ours = byName(by.rowKey(), results);
            columns.add(Column.ofText("ratio", row -> ratio(by, row)));
            columns.add(Column.ofText(
                    "here, with 95 % interval", row -> here(ours.getOrDefault(value(row, by.rowColumn()), List.of()))));
        });
        DataTable table = DataTable.of(columns.size(), rows, columns);
        return new Section(title, String.join("\n", conditions), table.foldedBeyond(MOST_UNFOLDED));
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
    private String ratio(PublishedFigures.Match by, List<String> row) {
        double baseline = Numbers.parsed(value(row, by.baselineColumn())).orElse(Double.NaN);
        double other = Numbers.parsed(value(row, by.otherColumn())).orElse(Double.NaN);
        return baseline > 0 && other > 0
                ? Numbers.ratio(by.better().equals("higher") ? other / baseline : baseline / other)
                : Numbers.NONE;
    }

    private String value(List<String> row, String column) {
        int place = header.indexOf(column);
        return place >= 0 && place < row.size() ? row.get(place) : "";
    }

    /** Returns ratios with their intervals, and with their configurations where there are several. */
    private static String here(List<CaseRatio> ours) {
        String ratios = ours.stream()
                .flatMap(ratio -> ratio.result().stream()
                        .map(with -> VerdictLabel.ratio(with.comparison())
                                + (ours.size() > 1 ? " " + ratio.b().column() : "")))
                .collect(Collectors.joining(", "));
        return ratios.isEmpty() ? Numbers.NONE : ratios;
    }
}
