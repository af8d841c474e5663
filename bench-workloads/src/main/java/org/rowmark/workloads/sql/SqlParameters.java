package org.rowmark.workloads.sql;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/**
 * Values of parameters from a CSV file, whose first line names the columns. The n-th column is the n-th question mark of
 * a script, and the parameter of its name. A column is bound as whole numbers or as decimal numbers if all of its values are such, otherwise as text;
 * an empty value is null.
 *
 * @param rows of values, at least one; a single row without values where there is no file
 * @param lines of the file where the rows begin, from 1
 */
record SqlParameters(String file, List<String> columns, List<List<Object>> rows, List<Long> lines) {
    /** No file. */
    static final SqlParameters NONE = new SqlParameters("", List.of(), List.of(List.of()), List.of(1L));

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ .-]*");

    /** A zero in front is that of a code, which is text. */
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,17})");

    private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");

    /**
     * Reads the content of a file.
     *
     * @throws UsageException naming the line, if it is no such file
     */
    static SqlParameters parse(String file, String content) {
        List<List<String>> texts = new ArrayList<>();
        List<Long> lines = new ArrayList<>();
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(content)) {
            reader.forEach(line -> {
                texts.add(line.getFields());
                lines.add(line.getStartingLineNumber());
            });
        } catch (CsvParseException e) {
            throw new UsageException(file + " is no CSV: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (texts.size() < 2) {
            throw new UsageException(file + ": give a line with the names of the columns, and lines of values");
        }
        texts.get(0).stream()
                .filter(name -> !NAME.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> {
                    throw new UsageException(
                            file + ", line 1: '" + name + "' is no name of a column; the first line names the columns");
                });
        return new SqlParameters(
                file, texts.get(0), typed(texts.subList(1, texts.size())), lines.subList(1, lines.size()));
    }

    private static List<List<Object>> typed(List<List<String>> texts) {
        int columns = texts.stream().mapToInt(List::size).max().orElse(0);
        List<Function<String, Object>> types = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            int column = i;
            List<String> values = texts.stream()
                    .filter(row -> row.size() > column)
                    .map(row -> row.get(column))
                    .filter(value -> !value.isEmpty())
                    .toList();
            types.add(all(values, WHOLE) ? Long::valueOf : all(values, DECIMAL) ? BigDecimal::new : text -> text);
        }
        List<List<Object>> rows = new ArrayList<>();
        for (List<String> row : texts) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(row.get(i).isEmpty() ? null : types.get(i).apply(row.get(i)));
            }
            rows.add(values);
        }
        return rows;
    }

    private static boolean all(List<String> values, Pattern type) {
        return values.stream().allMatch(value -> type.matcher(value).matches());
    }

    /**
     * Requires that each row has a value for each question mark of a script.
     *
     * @throws UsageException naming the line that has not
     */
    void requireFor(String script, int parameters) {
        if (parameters > 0 && file.isEmpty()) {
            throw new UsageException(
                    script + " has " + parameters + (parameters == 1 ? " parameter (?)" : " parameters (?)")
                            + "; give values with --sql-params FILE");
        }
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).size() < parameters) {
                throw new UsageException(file + ", line " + lines.get(i) + ": "
                        + rows.get(i).size() + (rows.get(i).size() == 1 ? " column, but " : " columns, but ") + script
                        + " has " + parameters + " parameters (?)");
            }
        }
    }
}
