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
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.Manifest;
import org.rowmark.result.PublishedFigures;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Speedup;
import org.rowmark.util.UsageException;

/**
 * Published figures on the question of a run.
 *
 * @param title what they show
 * @param conditions how they were obtained, from the head of the file: a line each
 * @param header names of the columns
 * @param rows a cell per column
 * @param match which rows belong to which lines of ours; empty if none do
 * @param findings rows as questions to our cells
 */
public record Publication(
        String title,
        List<String> conditions,
        List<String> header,
        List<List<String>> rows,
        Optional<PublishedFigures.Match> match,
        List<PublishedFigures.Finding> findings) {

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
        List<List<String>> rows = new ArrayList<>(PublishedFigures.rows(text));
        List<String> header = rows.remove(0);
        return new Publication(figures.title(), conditions, header, rows, figures.match(), figures.findings());
    }

    /** Returns the rows by name of the column. */
    public List<Map<String, String>> byColumn() {
        List<Map<String, String>> all = new ArrayList<>();
        for (List<String> row : rows) {
            Map<String, String> cells = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(header.size(), row.size()); i++) {
                cells.put(header.get(i), row.get(i));
            }
            all.add(cells);
        }
        return all;
    }

    /**
     * Returns the title of our line, our configuration, our ratio with its interval, and their ratio with its words,
     * where they match.
     */
    List<List<String>> pairs(ComparisonTable table) {
        Map<String, String> published = match.map(this::ratios).orElse(Map.of());
        List<List<String>> pairs = new ArrayList<>();
        for (CaseRatio row : table.rows()) {
            CaseKey caseKey = row.line().key();
            String key = match.map(PublishedFigures.Match::rowKey).orElse("");
            String value = key.equals(Cell.WORKLOAD)
                    ? caseKey.workload()
                    : caseKey.parameters().getOrDefault(key, "");
            if (published.containsKey(value) && row.line().metric().isScore()) {
                String ours = row.result()
                        .map(with -> VerdictLabel.ratio(with.comparison()))
                        .orElse(Numbers.NONE);
                pairs.add(List.of(row.line().title(), row.b().column(), ours, published.get(value)));
            }
        }
        return pairs;
    }

    static Section section(Results results) {
        return new Section(
                "Published figures",
                "",
                results.publications().stream()
                        .map(publication -> publication.part(results.table()))
                        .toList());
    }

    private Section part(ComparisonTable table) {
        return new Section(
                title,
                String.join("\n", conditions),
                List.of(
                        DataTable.ofTexts(
                                List.of("workload", "configuration", "ours, with 95 % interval", "published"),
                                4,
                                pairs(table)),
                        new Section(
                                        "All " + rows.size() + " rows as published",
                                        "",
                                        List.of(DataTable.ofTexts(header, header.size(), rows)))
                                .as(Section.Look.FOLDED)));
    }

    private Map<String, String> ratios(PublishedFigures.Match by) {
        int row = header.indexOf(by.rowColumn());
        int baseline = header.indexOf(by.baselineColumn());
        int other = header.indexOf(by.otherColumn());
        Better better = by.better().equals("higher") ? Better.HIGHER : Better.LOWER;
        return rows.stream()
                .filter(cells -> number(cells, baseline) > 0 && number(cells, other) > 0)
                .collect(Collectors.toMap(
                        cells -> cells.get(row),
                        cells -> {
                            double a = number(cells, baseline);
                            double b = number(cells, other);
                            String words = Speedup.of(by.baselineColumn(), a, by.otherColumn(), b, better)
                                    .words();
                            return Numbers.ratio(better == Better.HIGHER ? b / a : a / b) + " (" + words + ")";
                        },
                        (first, second) -> first));
    }

    private static double number(List<String> cells, int column) {
        return column < cells.size() ? Numbers.parsed(cells.get(column)).orElse(Double.NaN) : Double.NaN;
    }
}
