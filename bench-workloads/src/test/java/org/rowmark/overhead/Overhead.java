package org.rowmark.overhead;

/** The cost of the suite itself, by one of several comparisons: {@code docs/evidence/overhead.md} has the commands. */
public final class Overhead {
    private static final String USAGE =
            "arguments: loop|recording|restore|page-fill|counters|readings|pgbench|sysbench|benchbase|oltp|oltp-load|between-forks|handovers|links"
                    + " [ROUNDS [SEED [SCALE]]]";

    private Overhead() {}

    /**
     * Measures and prints.
     *
     * @param arguments which comparison; number of rounds, seed of the data and of the order, scale of the data
     */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1;
        double scale = arguments.length > 3 ? Double.parseDouble(arguments[3]) : 0.02;
        switch (arguments.length > 0 ? arguments[0] : "") {
            case "loop" -> LoopOverhead.measure(rounds, seed);
            case "recording" -> RecordingCost.measure(rounds, seed);
            case "restore" -> RestoreOverhead.measure(rounds, seed, scale);
            case "page-fill" -> PageFillOverhead.measure(rounds, seed, scale);
            case "counters" -> CountersOverhead.measure(rounds, seed);
            case "readings" -> ReadingCost.measure(rounds);
            case "pgbench" -> PgbenchOverhead.measure(rounds, seed);
            case "sysbench" -> SysbenchOverhead.measure(rounds, seed);
            case "benchbase" -> BenchBaseOverhead.measure(rounds, seed);
            case "oltp" -> OltpOverhead.measure(rounds, seed);
            case "oltp-load" -> LoadOverhead.measure(rounds, seed);
            case "between-forks" -> BetweenForks.measure(rounds, seed);
            case "handovers" -> HandoverCost.measure(rounds, seed);
            case "links" -> LinkAccuracy.measure(rounds);
            default -> throw new IllegalArgumentException(USAGE);
        }
        System.exit(0); // drivers leave threads behind that keep a JVM alive
    }
}
