package org.rowmark.report.cells;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.rowmark.fixture.Latencies;
import org.rowmark.result.jmh.JmhResult;

/**
 * Metrics with a known meaning: phases of one operation, which add up to at most its time, queries that a pass left out,
 * sizes in bytes, the contents of one operation, waits, the rate and the backlog of an open loop, and k where every k-th
 * operation was timed. They have sections of their own and are not counters.
 */
public final class NamedMetrics {
    public static final String PHASE = "phase.";
    public static final String PHASE_CPU = "phase-cpu.";

    /** Prefix of a query that a pass left out, because the database has no function for it. */
    public static final String LEFT_OUT = "left-out.";

    /** Shown unit of the sum of the queries of a pass, whose score is their geometric mean. */
    public static final String PASS = "s/pass";

    /** Phases: reading rows, building indexes, inserting rows, and writing what the server still holds in memory. */
    public static final String DATA = PHASE + "data";

    public static final String INDEXES = PHASE + "indexes";
    public static final String FILL = PHASE + "fill";
    public static final String CHECKPOINT = PHASE + "checkpoint";

    /** Statements of one operation, the rows that it inserts, rows that fit on a page, and bytes of all values. */
    public static final String STATEMENTS = "statements";

    public static final String ROWS = "rows";
    public static final String ROWS_PER_PAGE = "rows-per-page";
    public static final String PAYLOAD = "payload";

    /** Sizes of a backup, of the database restored from it, and of that database's pages. */
    public static final String BACKUP = "backup";

    public static final String DATABASE = "database";
    public static final String PAGE_SIZE = "page-size";

    /** The name of the operations of a workload that counts megabytes, in {@code MB/s} or {@code ms/MB}. */
    static final String MEGABYTES = "MB";

    /** Prefix of the name of a time that threads waited for a connection of a pool: mean, percentiles, maximum. */
    private static final String WAIT = "pool.wait.";

    public static final String MEAN_WAIT = WAIT + "mean";

    /** The rate of an open loop at which operations were to begin. */
    public static final String OFFERED = Latencies.OFFERED;

    private static final String COUNT = "count";

    /** The order of phases in a restore and in filling pages; others come last, by name. */
    private static final List<String> ORDER = List.of(PHASE + "schema", DATA, INDEXES, FILL, CHECKPOINT);

    private NamedMetrics() {}

    /**
     * Returns the factor from a unit to seconds, bytes or a count.
     *
     * @return empty for an unknown metric, or one in an unsuitable unit
     */
    static OptionalDouble factor(String name, String unit) {
        if (name.startsWith(PHASE) || name.startsWith(PHASE_CPU)) {
            return seconds(unit);
        }
        return !unit.isEmpty() && unit.equals(unit(name)) ? OptionalDouble.of(1) : OptionalDouble.empty();
    }

    /** Returns whether a metric is one of a phase, or a query that was left out. */
    public static boolean isPhase(String metric) {
        return metric.startsWith(PHASE) || metric.startsWith(PHASE_CPU) || metric.startsWith(LEFT_OUT);
    }

    public static String phase(String metric) {
        return metric.substring(PHASE.length());
    }

    /** Returns the unit of a metric's values; empty for one without a known meaning. */
    public static String unit(String metric) {
        return switch (metric) {
            case Latencies.BACKLOG -> "%";
            case OFFERED -> "ops/s";
            case STATEMENTS, ROWS, ROWS_PER_PAGE, Latencies.EVERY -> COUNT;
            case BACKUP, DATABASE, PAGE_SIZE, PAYLOAD -> "B";
            default -> {
                if (metric.startsWith(WAIT)) {
                    yield "us";
                }
                if (metric.startsWith(LEFT_OUT)) {
                    yield COUNT;
                }
                yield isPhase(metric) ? "s" : "";
            }
        };
    }

    public static Comparator<String> byOrder() {
        return Comparator.<String>comparingInt(name -> ORDER.contains(name) ? ORDER.indexOf(name) : ORDER.size())
                .thenComparing(Comparator.naturalOrder());
    }

    /** Returns seconds of one operation, by round; empty where no time of an operation is known. */
    public static Map<Integer, Double> seconds(CellValues cellValues) {
        if (cellValues.isPass()) {
            return cellValues.secondary().get(PASS);
        }
        String unit = cellValues.unit();
        OptionalDouble factor =
                unit.endsWith("/op") ? seconds(unit.substring(0, unit.length() - 3)) : OptionalDouble.empty();
        return factor.isPresent() ? Means.scaled(cellValues.score(), factor.getAsDouble()) : Map.of();
    }

    private static OptionalDouble seconds(String unit) {
        Double nanos = JmhResult.NANOS.get(unit);
        return nanos == null ? OptionalDouble.empty() : OptionalDouble.of(nanos / TimeUnits.SECONDS.nanos());
    }
}
