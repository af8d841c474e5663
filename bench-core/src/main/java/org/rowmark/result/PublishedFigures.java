package org.rowmark.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A table of figures that others published on the question of the run; the run directory contains a copy.
 *
 * @param file name in the directory {@code published} of the run directory, CSV with head comments behind {@code #}
 * @param match which of its rows belong to which cells; empty if they can only be shown side by side
 */
public record PublishedFigures(String file, String title, Optional<Match> match) {
    public static final String DIRECTORY = "published";

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
}
