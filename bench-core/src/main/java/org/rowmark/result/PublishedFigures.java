package org.rowmark.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A table of figures that others published on the question of the run; the run directory contains a copy.
 *
 * @param file name in the directory {@code published} of the run directory, CSV with head comments behind {@code #}
 * @param match which of its rows belong to which cells; empty if they can only be shown side by side
 * @param findings the findings of the table, where each row is one, as ratios of cells of this run
 */
public record PublishedFigures(String file, String title, Optional<Match> match, List<Finding> findings) {
    /** Name of the directory of the copies. */
    public static final String DIRECTORY = "published";

    public PublishedFigures {
        findings = List.copyOf(findings);
    }

    /**
     * Reads a table of figures.
     *
     * @return the names of the columns, then the rows
     * @throws CsvParseException if a row has more fields than columns, or its quotes do not match
     */
    public static List<List<String>> rows(String content) {
        String table = content.lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .collect(Collectors.joining("\n"));
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(table)) {
            List<List<String>> rows = reader.stream().map(CsvRecord::getFields).toList();
            return rows.isEmpty() ? List.of(List.of()) : rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The rule that matches rows of the table and cells of the run.
     *
     * @param rowKey name of the parameter whose value names a row, or {@code workload}
     * @param better {@code higher} or {@code lower}: which figures are better
     */
    public record Match(String rowKey, String rowColumn, String baselineColumn, String otherColumn, String better) {}

    /**
     * A published finding as a ratio of cells of this run: of some cells to others that are like them in all other
     * keys, as a geometric mean over these pairs.
     *
     * @param name the value of the table's first column that names it
     * @param metric name of a metric of the samples, for example {@code phase.data}; empty for the score
     * @param cannot why no run like this one can reproduce it; empty if it can
     */
    public record Finding(
            String name, String metric, Map<String, String> over, Map<String, String> under, String cannot) {
        public Finding {
            metric = Objects.requireNonNullElse(metric, "");
            over = over == null ? Map.of() : Map.copyOf(over);
            under = under == null ? Map.of() : Map.copyOf(under);
            cannot = Objects.requireNonNullElse(cannot, "");
        }
    }
}
