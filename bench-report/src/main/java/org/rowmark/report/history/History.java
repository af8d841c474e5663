package org.rowmark.report.history;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.stats.ChangePoints;
import org.rowmark.stats.ChangePoints.ChangePoint;
import org.rowmark.stats.Interval;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * A series of measurements with the scores of each row, and the entries at which rows changed.
 *
 * @param entries in their order
 * @param rows in the order in which they first occur
 * @param notes what limits the result, a line each
 * @param margin δ: smaller changes do not matter
 * @param canDecide whether a change could be found in any row
 */
public record History(List<Entry> entries, List<Row> rows, List<String> notes, double margin, boolean canDecide) {

    /**
     * A measurement.
     *
     * @param label its commit or another name
     * @param when its start, or when its file was written
     */
    public record Entry(
            String label,
            @JsonSerialize(using = ToStringSerializer.class) Path path,
            Instant when) {}

    /**
     * The results of one row.
     *
     * @param line its values by entry
     * @param changes ascending; empty before they are searched
     */
    public record Row(Case line, List<Change> changes) {
        /** Returns the score of an entry, of no replicates where there is none. */
        public Interval score(int entry) {
            return line.columnValues().get(entry).score();
        }

        /** Returns the entries with a score that can be compared. */
        int[] measured() {
            return IntStream.range(0, line.columnValues().size())
                    .filter(i -> score(i).mean() > 0 && Double.isFinite(score(i).mean()))
                    .toArray();
        }

        private Row searched(ChangePoints points) {
            int[] measured = measured();
            if (measured.length < ChangePoints.LEAST_VALUES) {
                return this;
            }
            double[] values =
                    IntStream.of(measured).mapToDouble(i -> score(i).mean()).toArray();
            List<Change> found = points.find(values, line.metric().better()).stream()
                    .map(point -> new Change(line, measured[point.at()], measured[point.at() - 1], point))
                    .toList();
            return new Row(line, found);
        }
    }

    /**
     * A change between two neighbouring entries of a row.
     *
     * @param line of the row
     * @param from the suspect: the first entry of the new level
     * @param after the last one of the old level
     */
    public record Change(Case line, int from, int after, ChangePoint point) {
        public boolean isSlower() {
            return point.ratio().mean() < 1;
        }

        /** Returns {@code 0.91× (0.89–0.93)}. */
        String ratio() {
            return Numbers.ratio(point.ratio());
        }

        String shape() {
            return isSlower() ? "▼" : "▲";
        }
    }

    /**
     * Searches rows for changes.
     *
     * @param rows as they were measured
     * @param notes on rows that are left out, and on the entries
     */
    public static History of(List<Entry> entries, List<Row> rows, List<String> notes, double margin) {
        List<String> few = rows.stream()
                .filter(row -> row.measured().length < ChangePoints.LEAST_VALUES)
                .map(row -> row.line().title())
                .toList();
        int searched = rows.size() - few.size();
        int least = ChangePoints.leastValues(searched);
        boolean canDecide = rows.stream().anyMatch(row -> row.measured().length >= least);
        List<String> more = new ArrayList<>(notes);
        if (!few.isEmpty()) {
            more.add("no change can be found in rows with fewer than " + ChangePoints.LEAST_VALUES + " results: "
                    + PlainText.some(few));
        } else if (!canDecide) {
            more.add("no change in one of " + Numbers.count(searched, "row") + " can be found in fewer than " + least
                    + " entries");
        }
        ChangePoints points = new ChangePoints(searched, margin);
        List<Row> all = rows.parallelStream().map(row -> row.searched(points)).toList();
        return new History(List.copyOf(entries), all, List.copyOf(more), margin, canDecide);
    }

    /** Returns all changes, the latest first. */
    List<Change> changes() {
        return rows.stream()
                .flatMap(row -> row.changes().stream())
                .sorted(Comparator.comparing(change -> -change.from()))
                .toList();
    }

    /** Returns a line for each row whose last change made it slower: {@code 4be1c9f: sort size=10: 0.91× (0.89–0.93)}. */
    public List<String> slower() {
        return rows.stream()
                .flatMap(row -> row.changes().stream().reduce((earlier, last) -> last).stream())
                .filter(Change::isSlower)
                .map(change -> label(change.from()) + ": " + change.line().title() + ": " + change.ratio())
                .toList();
    }

    String label(int entry) {
        return entries.get(entry).label();
    }

    /** Returns {@code 2 of 5 rows changed in 30 entries}. */
    String answer() {
        long changed = rows.stream().filter(row -> !row.changes().isEmpty()).count();
        return (changed == 0 ? "No row" : changed + " of " + Numbers.count(rows.size(), "row")) + " changed in "
                + entries.size() + " entries";
    }

    /** Returns the answer, the changes and the notes for a terminal. */
    public String text() {
        List<String> lines = new ArrayList<>(List.of(answer()));
        changes()
                .forEach(
                        change -> lines.add(change.shape() + " " + change.line().title() + ": " + change.ratio()
                                + " from " + label(change.from()) + ", after " + label(change.after())));
        notes.forEach(note -> lines.add("! " + note));
        return lines.stream().map(line -> PlainText.clean(line) + "\n").collect(Collectors.joining());
    }
}
