package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Publication;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Speedup;

/**
 * Published means of stalls, each beside what its rows really give.
 *
 * @param sides what was compared, as the columns name it, for example {@code linux}
 * @param rows by name of the column
 */
record PublishedMeans(List<String> sides, List<Map<String, String>> rows) {
    private static final String FILE = "file";
    private static final String OPERATION = "operation";
    private static final String PUBLISHED = "_published";
    private static final String RECOMPUTED = "_recomputed";
    private static final String GAIN = "gain";

    /** Two digits behind the point are published. */
    private static final double ROUNDING = 0.005001;

    /** Empty for a table of something else. */
    static Optional<PublishedMeans> of(Publication publication) {
        List<String> sides = publication.header().stream()
                .filter(name -> name.endsWith(PUBLISHED) && !name.equals(GAIN + PUBLISHED))
                .map(name -> name.substring(0, name.length() - PUBLISHED.length()))
                .toList();
        boolean isMeans = publication.header().containsAll(List.of(FILE, OPERATION)) && sides.size() == 2;
        return isMeans ? Optional.of(new PublishedMeans(sides, publication.byColumn())) : Optional.empty();
    }

    List<String> files() {
        return rows.stream().map(row -> row.getOrDefault(FILE, "")).distinct().toList();
    }

    /** Names of the columns that {@link #cells} fills. */
    List<String> header() {
        List<String> header = new ArrayList<>();
        sides.forEach(side -> header.add(side + ", published"));
        header.add("gain, published");
        return header;
    }

    /** A cell for each side and one for the gain; without a value where nothing is published. */
    List<TableCell> cells(String file, String operation) {
        List<TableCell> cells = new ArrayList<>();
        Optional<Map<String, String>> found = rows.stream()
                .filter(row -> file.equals(row.get(FILE)) && operation.equals(row.get(OPERATION)))
                .findFirst();
        if (found.isEmpty()) {
            header().forEach(column -> cells.add(TableCell.of(Numbers.NONE)));
            return cells;
        }
        Map<String, String> row = found.get();
        sides.forEach(side -> cells.add(mean(row, side)));
        cells.add(gain(row));
        return cells;
    }

    private static TableCell mean(Map<String, String> row, String side) {
        String published = row.getOrDefault(side + PUBLISHED, "");
        double recomputed = recomputed(row, side);
        if (!Double.isFinite(recomputed)) {
            return TableCell.of(published);
        }
        return Math.abs(number(published) - recomputed) < ROUNDING
                ? TableCell.of(published)
                : TableCell.warning(text(row, side), "published: " + published);
    }

    private TableCell gain(Map<String, String> row) {
        String published = bracketed(row.getOrDefault(GAIN + PUBLISHED, ""));
        double a = recomputed(row, sides.get(0));
        double b = recomputed(row, sides.get(1));
        if (!(a > 0 && b > 0)) {
            return TableCell.of(published);
        }
        String gain = Speedup.of(sides.get(0), a, sides.get(1), b, Better.LOWER).bracketed();
        return gain.equals(published) ? TableCell.of(gain) : TableCell.warning(gain, "published: " + published);
    }

    /** {@code 1.2x (linux)} for {@code 1.2x linux}. */
    private static String bracketed(String gain) {
        return gain.replaceFirst("^(\\S+) (.+)$", "$1 ($2)");
    }

    private static Optional<String> column(Map<String, String> row, String side) {
        return row.keySet().stream()
                .filter(name -> name.startsWith(side + RECOMPUTED))
                .findFirst();
    }

    /** With the rows that it is the mean of, where the column's name says them: {@code 4.10, first five}. */
    private static String text(Map<String, String> row, String side) {
        String name = column(row, side).orElse("");
        String which =
                name.substring((side + RECOMPUTED).length()).replace('_', ' ').strip();
        return row.get(name) + (which.isEmpty() ? "" : ", " + which);
    }

    private static double recomputed(Map<String, String> row, String side) {
        return column(row, side).map(row::get).map(PublishedMeans::number).orElse(Double.NaN);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
