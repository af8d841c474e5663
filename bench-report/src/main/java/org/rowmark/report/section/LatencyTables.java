package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.HighestRate;
import org.rowmark.result.PlannedCell;
import org.rowmark.stats.Interval;
import org.rowmark.stats.OrderStatistics;
import org.rowmark.stats.OrderStatistics.Between;
import org.rowmark.stats.Percentiles;

/** Tables of the times of operations that have kinds or begin at a rate, and of the highest rates. */
public final class LatencyTables {
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);
    private static final String ALL = "all";

    private LatencyTables() {}

    private record Row(Case line, ColumnValue side, String kind, Map<Integer, Percentiles> rounds) {
        long count() {
            return rounds.values().stream().mapToLong(Percentiles::count).sum();
        }

        /** Returns a percentile in nanoseconds. */
        Optional<Between> at(double percentile) {
            return OrderStatistics.median(
                            Percentiles.byRound(rounds, percentile).values())
                    .or(() -> Percentiles.merged(rounds.values()).between(percentile));
        }

        double max() {
            return rounds.values().stream().mapToDouble(Percentiles::max).max().orElse(Double.NaN);
        }

        /** Returns the median of the rounds' longest times; empty with fewer rounds than its interval needs. */
        Optional<Between> maxOfRound() {
            return OrderStatistics.median(
                    rounds.values().stream().map(Percentiles::max).toList());
        }

        /** Returns the operations of the kind per second: its share of the score, which has those that ended. */
        Interval throughput() {
            CellValues values = side.cell().values();
            Map<Integer, Double> ended = new TreeMap<>();
            values.kinds()
                    .values()
                    .forEach(of ->
                            of.forEach((round, times) -> ended.merge(round, (double) times.count(), Double::sum)));
            Map<Integer, Double> ofKind = new TreeMap<>(values.score());
            ofKind.keySet().retainAll(rounds.keySet());
            if (!kind.equals(ALL)) {
                ofKind.replaceAll((round, score) -> rounds.get(round).count() / ended.get(round) * score);
            }
            return Means.mean(ofKind);
        }

        Map<String, Object> data() {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("keys", side.cell().keys());
            data.put("kind", kind);
            data.put("operations", count());
            data.put("unit", side.cell().values().unit());
            data.put("throughput", throughput());
            data.put("percentiles", PERCENTILES.stream().flatMap(this::data).toList());
            data.put("maxNanos", max());
            data.put("maxOfRound", maxOfRound());
            return data;
        }

        private Stream<At> data(double percentile) {
            Map<Integer, Double> byRound = Percentiles.byRound(rounds, percentile);
            return at(percentile).stream()
                    .map(found -> new At(percentile, found.value(), found.low(), found.high(), byRound));
        }
    }

    /** A percentile in nanoseconds. */
    private record At(double percentile, double nanos, double low, double high, Map<Integer, Double> rounds) {}

    public static Section byKind(Results results) {
        List<Row> rows = results.table()
                .scores()
                .flatMap(line -> line.sides().flatMap(side -> rows(line, side)))
                .filter(row -> row.count() > 0)
                .toList();
        TimeUnits unit = TimeUnits.fitting(
                rows.stream().mapToDouble(row -> row.at(50).map(Between::value).orElseGet(row::max)));
        boolean haveKinds = rows.stream().anyMatch(row -> !row.kind.equals(ALL));
        List<Column<Row>> columns = new ArrayList<>(List.of(
                Column.ofText("workload", row -> row.line.title()),
                Column.ofText(results.table().columnKey(), row -> row.side.column())));
        if (haveKinds) {
            columns.add(Column.ofText("kind", Row::kind));
        }
        columns.add(Column.ofText("timed", row -> Numbers.whole(row.count())));
        columns.add(new Column<>(
                "throughput",
                row -> TableCell.amount(
                        row.throughput(), row.side.cell().values().unit())));
        PERCENTILES.forEach(percentile -> columns.add(new Column<>(
                "p" + Numbers.plain(percentile) + ", " + unit.symbol(), row -> text(row.at(percentile), unit))));
        columns.add(Column.ofText("max, " + unit.symbol(), row -> Numbers.score(row.max() / unit.nanos())));
        columns.add(new Column<>("max of a round, " + unit.symbol(), row -> text(row.maxOfRound(), unit)));
        String load = results.cells().stream().anyMatch(Cell::isOpenLoop)
                ? "Times count from the intended starts (" + results.load()
                        + ", as in wrk2: an operation waits for those"
                        + " before it in its thread, also while another thread is idle)."
                : "Times count from the end of the thread's operation before (" + results.load() + ").";
        String text = "Times of single operations with 95 % intervals by order statistics: the median over rounds where"
                + " there are " + OrderStatistics.LEAST_VALUES
                + " or more; with fewer the percentile of all rounds together, whose interval holds within these rounds"
                + " only. A percentile needs ten slower operations. The maximum of a round is the median of those of the"
                + " rounds. " + load;
        return new Section(haveKinds ? "Latency by kind of operation" : "Latency", text, DataTable.of(2, rows, columns))
                .withData("latencies", rows.stream().map(Row::data).toList());
    }

    /** Returns a row for all kinds and for each; none for a closed loop without kinds. */
    private static Stream<Row> rows(Case line, ColumnValue side) {
        CellValues values = side.cell().values();
        return values.kinds().isEmpty() && !side.cell().isOpenLoop()
                ? Stream.of()
                : Stream.concat(
                        Stream.of(new Row(line, side, ALL, values.latencies())),
                        values.kinds().entrySet().stream()
                                .map(kind -> new Row(line, side, kind.getKey(), kind.getValue())));
    }

    private static TableCell text(Optional<Between> percentile, TimeUnits unit) {
        return percentile
                .map(found -> TableCell.of(
                        Numbers.score(found.value() / unit.nanos()),
                        Numbers.range(found.low() / unit.nanos(), found.high() / unit.nanos())))
                .orElseGet(() -> TableCell.of(Numbers.NONE));
    }

    /** Returns the highest rates that were searched before the rounds. */
    public static Section highestRates(Results results) {
        List<HighestRate> found = results.runs().stream()
                .flatMap(run -> run.highestRates().stream())
                .toList();
        List<Column<HighestRate>> columns = List.of(
                Column.ofText("workload", highest -> PlannedCell.name(highest.workload(), highest.parameters())),
                Column.ofText(Cell.TARGET, HighestRate::target),
                Column.ofText("with", HighestRate::goal),
                new Column<>(
                        "highest rate, ops/s",
                        highest -> highest.rounds().isEmpty()
                                ? TableCell.warning(Numbers.NONE, highest.problem())
                                : TableCell.of(Interval.ofMean(highest.perRound()))),
                Column.ofText("closed loop, ops/s", highest -> Numbers.score(highest.closedLoop())),
                Column.ofText(
                        "rounds", highest -> String.valueOf(highest.rounds().size())),
                Column.ofText(
                        "trials", highest -> String.valueOf(highest.trials().size())));
        return new Section(
                        "Highest rate",
                        "At which operations can begin so that their latency meets the goal and none is left: means over"
                                + " rounds at the edge with 95 % intervals. Each round ends between two rates 5 % apart."
                                + " The trials are in find-max.json.",
                        DataTable.of(2, found, columns))
                .withData(
                        "highestRates", found.stream().map(LatencyTables::data).toList());
    }

    private static Map<String, Object> data(HighestRate highest) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put(Cell.WORKLOAD, highest.workload());
        keys.putAll(highest.parameters());
        keys.put(Cell.TARGET, highest.target());
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("keys", keys);
        data.put("goal", highest.goal());
        data.put("rate", Interval.ofMean(highest.perRound()));
        data.put("rounds", highest.rounds());
        data.put("closedLoop", highest.closedLoop());
        data.put("trials", highest.trials().size());
        data.put("problem", highest.problem());
        return data;
    }
}
