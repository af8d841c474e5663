package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.fixture.Latencies;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;

/** Metrics of workloads other than their scores and phases: those that they report, and what is computed of them. */
public final class WorkloadMetrics {
    private static final String PING = "ping";

    /** The modes whose scores are means over many operations. */
    private static final Set<String> MODES = Set.of("thrpt", "avgt");

    private static final String INDEXES = "indexes";
    private static final String BYTES = "bytes";

    /** Pings without that key; none where cells mix several, which have no ping of their own. */
    private final List<Cell> pings;

    /** Restores without indexes, without that key. */
    private final List<Cell> inactive;

    private WorkloadMetrics(Results results) {
        pings = cells(results, Cell.WORKLOAD, PING);
        inactive = cells(results, INDEXES, "inactive");
    }

    private static List<Cell> cells(Results results, String key, String value) {
        return results.cells().stream()
                .filter(cell -> value.equals(cell.keys().get(key))
                        && results.table().mixed().isEmpty())
                .map(cell -> cell.without(key))
                .toList();
    }

    /** Returns the values of those of some cells whose keys a cell has too. */
    private static Stream<CellValues> sharing(List<Cell> cells, Cell with) {
        return cells.stream()
                .filter(cell -> with.keys().entrySet().containsAll(cell.keys().entrySet()))
                .map(Cell::values);
    }

    private record Value(int line, String column, String metric, String unit, Interval value) {}

    public static Section section(Results results) {
        WorkloadMetrics metrics = new WorkloadMetrics(results);
        List<MetricRow> rows = results.table().scores().flatMap(metrics::rows).toList();
        return new Section(
                        "Metrics of the workloads",
                        "Of one operation: " + MetricRow.MEANS,
                        MetricRow.table("workload", results.table(), rows))
                .withData("metrics", data(rows));
    }

    private static List<Value> data(List<MetricRow> rows) {
        List<Value> values = new ArrayList<>();
        rows.forEach(row -> row.line().columnValues().forEach(side -> {
            Interval mean = Means.mean(row.rounds().apply(side.cell()));
            if (mean.n() > 0) {
                values.add(new Value(row.line().index(), side.column(), row.name(), row.unit(), mean));
            }
        }));
        return values;
    }

    private Stream<MetricRow> rows(Case line) {
        Rows rows = new Rows(line, new ArrayList<>());
        Set<String> named = names(line, CellValues::named);
        named.removeIf(name -> NamedMetrics.isPhase(name) || name.equals(Latencies.EVERY)); // figures of times have it
        named.forEach(name -> rows.add(name, NamedMetrics.unit(name), named(name)));
        names(line, CellValues::counters)
                .forEach(name -> rows.add(name, "", values -> values.counters().getOrDefault(name, Map.of())));
        String unit = line.metric().unit();
        rows.add("attempts, with retries", unit, values -> plus(values, 1, "retries"));
        rows.add("goodput, without rollbacks", unit, values -> plus(values, -1, "rollbacks"));
        rows.addOfCell("time in pings of the same target", "", this::inPings);
        rows.addQuotient(
                "time per round trip",
                "µs",
                values -> Means.scaled(values.operationNanos(), 1 / TimeUnits.MICROSECONDS.nanos()),
                values -> values.counts().rounds(CounterText.ROUND_TRIPS));
        rows.addOfCell("time less without indexes", "s", this::ofIndexes);
        rows.add("cache misses of page requests", "%", values -> misses(values.counts()));
        rows.addQuotient("backup read", "bytes/s", named(NamedMetrics.BACKUP), NamedMetrics::seconds);
        rows.addQuotient("database made", "bytes/s", named(NamedMetrics.DATABASE), NamedMetrics::seconds);
        // the speed of inserting, without a checkpoint, and the bytes written for it
        rows.addQuotient("statements/s", "", named(NamedMetrics.STATEMENTS), named(NamedMetrics.FILL));
        rows.addQuotient("rows/s", "", named(NamedMetrics.ROWS), named(NamedMetrics.FILL));
        rows.addQuotient("payload per row", BYTES, named(NamedMetrics.PAYLOAD), named(NamedMetrics.ROWS));
        rows.addWritten("server", values -> CounterText.writtenByServer(values.counts()));
        rows.addWritten("system", values -> values.counts().rounds("process." + CounterText.BYTES_WRITTEN));
        return rows.all.stream().filter(MetricRow::isReported);
    }

    private record Rows(Case line, List<MetricRow> all) {
        void add(String name, String unit, Function<CellValues, Map<Integer, Double>> rounds) {
            addOfCell(name, unit, cell -> rounds.apply(cell.values()));
        }

        void addOfCell(String name, String unit, Function<Cell, Map<Integer, Double>> rounds) {
            all.add(new MetricRow(line, line.title(), name, unit, rounds));
        }

        void addQuotient(
                String name,
                String unit,
                Function<CellValues, Map<Integer, Double>> over,
                Function<CellValues, Map<Integer, Double>> under) {
            add(name, unit, values -> Means.quotient(over.apply(values), under.apply(values)));
        }

        void addWritten(String who, Function<CellValues, Map<Integer, Double>> bytes) {
            String as = ", as the " + who + " counts";
            addQuotient("bytes written per row" + as, BYTES, bytes, named(NamedMetrics.ROWS));
            addQuotient("bytes written per byte of payload" + as, "", bytes, named(NamedMetrics.PAYLOAD));
        }
    }

    private static Function<CellValues, Map<Integer, Double>> named(String metric) {
        return values -> values.named(metric);
    }

    private static Set<String> names(Case line, Function<CellValues, Map<String, ?>> metrics) {
        Set<String> names = new TreeSet<>();
        line.sides().map(side -> metrics.apply(side.cell().values())).forEach(all -> names.addAll(all.keySet()));
        return names;
    }

    /** Returns the throughput with or without the operations that had an event; empty where none are counted. */
    private static Map<Integer, Double> plus(CellValues values, int times, String event) {
        return values.better() == Better.HIGHER
                ? Means.joined(
                        values.score(),
                        values.events().getOrDefault(event, Map.of()),
                        (all, each) -> all * (1 + times * each))
                : Map.of();
    }

    private static Map<Integer, Double> misses(Counters counts) {
        Map<Integer, Double> misses = counts.rounds("data.cache-misses");
        Map<Integer, Double> all = Means.joined(counts.rounds("data.cache-hits"), misses, Double::sum);
        return Means.scaled(Means.quotient(misses, all), 100);
    }

    /** Returns the seconds that a restore takes more than one that leaves its indexes inactive, in each round. */
    private Map<Integer, Double> ofIndexes(Cell cell) {
        return sharing("active".equals(cell.keys().get(INDEXES)) ? inactive : List.of(), cell)
                .findFirst()
                .map(without -> Means.joined(
                        NamedMetrics.seconds(cell.values()), NamedMetrics.seconds(without), (all, less) -> all - less))
                .orElse(Map.of());
    }

    /** Returns the time of an operation in pings, the floor under every operation, where a run measured both. */
    private Map<Integer, Double> inPings(Cell cell) {
        CellValues values = cell.values();
        boolean isMean = MODES.contains(values.mode()) && !cell.isOpenLoop();
        return sharing(isMean && !PING.equals(cell.keys().get(Cell.WORKLOAD)) ? pings : List.of(), cell)
                .filter(ping -> ping.isLike(values))
                .findFirst()
                .map(ping -> values.better() == Better.HIGHER
                        ? Means.quotient(ping.score(), values.score())
                        : Means.quotient(values.score(), ping.score()))
                .orElse(Map.of());
    }
}
