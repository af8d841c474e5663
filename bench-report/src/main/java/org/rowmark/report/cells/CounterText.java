package org.rowmark.report.cells;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.Strings;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.CounterName;
import org.rowmark.stats.Interval;

/** Names of counters in words, and their values in readable units. */
public final class CounterText {
    public static final String BYTES_WRITTEN = "bytes-written";
    private static final String CPU_TIME = "cpu-time";
    public static final String ROUND_TRIPS = "link.round-trips";

    /** The load of a measuring process, in percent of its threads' time, from which it may be what limits a result. */
    public static final double BUSY = 80;

    /** The text in place of a counter that is not reported, which is not the same as 0. */
    public static final String NOT_REPORTED = "not reported";

    private static final List<String> BYTES = List.of("B", "kB", "MB", "GB", "TB", "PB");

    private static final String PER_SECOND = "/s";
    private static final Map<String, String> KINDS = Map.of(
            "data", "data files",
            "temp", "temporary files",
            "server", "server, as it counts itself",
            "process", "processes of the server",
            "client", "measuring process",
            "link", "link to the server");

    /** The text of a counter where it is not its name. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("read-time", "read stall"),
            Map.entry("write-time", "write stall"),
            Map.entry(CPU_TIME, "CPU time"),
            Map.entry("cpu-load", "CPU load"),
            Map.entry("client-wait-time", "wait for the client"),
            Map.entry("gc-time", "GC time"),
            Map.entry("gc-count", "GCs"),
            Map.entry("size", "size at the end"));

    private static final List<String> ORDER = List.of(
            CPU_TIME,
            "cpu-load",
            "reads",
            "bytes-read",
            "read-time",
            "writes",
            BYTES_WRITTEN,
            "write-time",
            "syncs",
            "sync-time",
            "size");

    private static final List<String> FILES = List.of("data", "log", "temp");

    private CounterText() {}

    /**
     * Returns the bytes that a server wrote per operation, as it counts them: the sum of its files; its own sum where it
     * has no counter of its data files.
     */
    public static Map<Integer, Double> writtenByServer(Counters counts) {
        Map<Integer, Double> own = counts.rounds("server." + BYTES_WRITTEN);
        return counts.rounds("data." + BYTES_WRITTEN).isEmpty() && !own.isEmpty()
                ? own
                : FILES.stream()
                        .map(kind -> counts.rounds(kind + "." + BYTES_WRITTEN))
                        .filter(rounds -> !rounds.isEmpty())
                        .reduce((one, other) -> Means.joined(one, other, Double::sum))
                        .orElse(Map.of());
    }

    /** Returns the CPU time of a server's processes in milliseconds per operation, or else as it reports it itself. */
    public static Map<Integer, Double> cpuOfServer(Counters counts) {
        Map<Integer, Double> ofProcesses = counts.rounds("process." + CPU_TIME);
        return ofProcesses.isEmpty() ? counts.rounds("server." + CPU_TIME) : ofProcesses;
    }

    public static Map<Integer, Double> cpuOfClient(Counters counts) {
        return counts.rounds("client." + CPU_TIME);
    }

    public static String kind(String kind) {
        return KINDS.getOrDefault(kind, kind);
    }

    /** Returns {@code 8 MB}, {@code 60 kB}, {@code 1.2 GB}: of 1000 each. */
    public static String bytes(long bytes) {
        Shown shown = Shown.of((double) bytes, "B");
        return Numbers.score(bytes / shown.size()) + " " + shown.name();
    }

    public static String name(String name) {
        return NAMES.getOrDefault(name, name.replace('-', ' '));
    }

    /**
     * Orders counters by kind; within a kind those that all databases should report come first, and all files before
     * single ones.
     */
    public static Comparator<CounterName> byOrder() {
        return Comparator.<CounterName>comparingInt(counter -> CounterName.KINDS.indexOf(counter.kind()))
                .thenComparingInt(counter -> ORDER.contains(counter.name()) ? ORDER.indexOf(counter.name()) : 99)
                .thenComparing(CounterName::name)
                .thenComparing(CounterName::file);
    }

    /** Returns the mean of some rounds: {@code 8.40 MB}, {@code 0.45 ms}, {@code 12.3}. */
    public static String amount(Interval mean, String unit) {
        boolean isWhole = mean.low() == mean.high() && mean.mean() == Math.rint(mean.mean());
        if (unit.equals("count") && isWhole) {
            return Numbers.whole((long) mean.mean());
        }
        Shown shown = Shown.of(mean.mean(), unit);
        return (Numbers.score(mean.mean() / shown.size()) + " " + shown.name()).strip();
    }

    /** Returns {@code 8.38–8.42}, in the unit of the mean; empty where it is not known, or is printed as the mean. */
    public static String range(Interval interval, String unit) {
        double size = Shown.of(interval.mean(), unit).size();
        double low = unit.equals("s") ? interval.low() / size : Math.max(0, interval.low() / size); // s of a difference
        double high = interval.high() / size;
        return interval.isKnown() && !Numbers.isPoint(low, high) ? Numbers.range(low, high) : "";
    }

    /**
     * The unit in which a value is shown.
     *
     * @param name for example {@code MB}; empty for a count
     * @param size of one of it in the unit of the value
     */
    private record Shown(String name, double size) {
        private static Shown of(double value, String unit) {
            String amount = Strings.CS.removeEnd(unit, PER_SECOND);
            if (!amount.equals("bytes") && !amount.equals("B")) {
                return new Shown(unit.equals("count") ? "" : unit, 1);
            }
            int thousands = value >= 1000 ? Math.min(BYTES.size() - 1, (int) (Math.log10(value) / 3)) : 0;
            String name = BYTES.get(thousands) + (amount.equals(unit) ? "" : PER_SECOND);
            return new Shown(name, Math.pow(1000, thousands));
        }
    }
}
