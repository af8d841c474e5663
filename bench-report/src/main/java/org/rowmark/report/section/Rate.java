package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.stats.Interval;

/**
 * How many bytes a cell moved per second, and what came out.
 *
 * @param cell what was measured
 * @param ofBackup megabytes (a million bytes) of the backup per second, mean over rounds; without a round where its size is
 *     not told
 * @param ofDatabase megabytes of the database that came out per second
 * @param backup bytes of the backup, mean over rounds; without a round where nobody tells
 * @param database bytes of the database
 * @param gotPages page sizes that came out, in bytes: one, or what the rounds got; none where nobody tells
 */
public record Rate(
        Cell cell,
        Interval ofBackup,
        Interval ofDatabase,
        Interval backup,
        Interval database,
        SortedSet<Double> gotPages) {
    /** The parameter that asks for a page size. */
    static final String PAGE_SIZE = "pageSize";

    private static final double MEGABYTE = 1e6;

    /** Of the cells that tell a size. */
    public static List<Rate> of(List<Cell> cells) {
        List<Rate> rates = new ArrayList<>();
        for (Cell cell : cells) {
            CellValues cellValues = cell.values();
            Rate rate = new Rate(
                    cell,
                    perSecond(cellValues, NamedMetrics.BACKUP),
                    perSecond(cellValues, NamedMetrics.DATABASE),
                    Means.mean(cellValues.named(NamedMetrics.BACKUP)),
                    Means.mean(cellValues.named(NamedMetrics.DATABASE)),
                    new TreeSet<>(cellValues.named(NamedMetrics.PAGE_SIZE).values()));
            if (rate.backup.n() + rate.database.n() + rate.gotPages.size() > 0) {
                rates.add(rate);
            }
        }
        return rates;
    }

    /** What was asked for; empty where the value is no number, such as {@code default}. */
    public OptionalDouble askedPage() {
        try {
            return OptionalDouble.of(Double.parseDouble(cell.keys().getOrDefault(PAGE_SIZE, "")));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** Whether some round got another page size than was asked for. */
    boolean isOtherPage() {
        return askedPage().isPresent()
                && gotPages.stream().anyMatch(got -> got != askedPage().getAsDouble());
    }

    private static Interval perSecond(CellValues cellValues, String size) {
        Map<Integer, Double> seconds = NamedMetrics.seconds(cellValues);
        Map<Integer, Double> rates = new TreeMap<>();
        cellValues.named(size).forEach((round, bytes) -> {
            if (seconds.getOrDefault(round, 0.0) > 0) {
                rates.put(round, bytes / MEGABYTE / seconds.get(round));
            }
        });
        return Means.mean(rates);
    }
}
