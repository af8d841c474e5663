package org.rowmark.report.section;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.BarPlot;
import org.rowmark.stats.Interval;

/**
 * The time of one operation split into CPU time of the measuring process, CPU time of the server, and the rest. Only of
 * runs with one thread, where nothing of an operation happens beside another one; with a server outside the measuring
 * process, or there would be one part only.
 */
public final class WhereTimeGoes {
    private static final List<BarPlot.Part> PARTS =
            List.of(new BarPlot.Part("client CPU", 0), new BarPlot.Part("server CPU", 1));

    private static final String HEADING = "Where the time goes";

    private WhereTimeGoes() {}

    /**
     * The time of one operation of a column in nanoseconds, means over rounds. Without a round is what is not known.
     *
     * @param serverCpu of an embedded database not known: it is part of the client's
     * @param rest time without CPU time, of each round
     * @param problem the reason for which the time is not split; empty if it is
     */
    record Share(
            int line,
            String column,
            Interval time,
            Interval clientCpu,
            Interval serverCpu,
            Interval rest,
            String problem) {
        private static Share of(int line, ColumnValue side, Results results) {
            Map<Integer, Double> time = side.cell().values().operationNanos();
            Map<Integer, Double> client = Means.scaled(cpuOfClient(side), TimeUnits.MILLISECONDS.nanos());
            Map<Integer, Double> server =
                    Means.scaled(results.cpuOfServer(side.cell()), TimeUnits.MILLISECONDS.nanos());
            Map<Integer, Double> rest = Means.joined(time, client, (all, part) -> all - part);
            if (!server.isEmpty()) {
                rest = Means.joined(rest, server, (all, part) -> all - part);
            }
            boolean exceeds = Means.mean(rest).mean() < 0;
            String problem = rest.isEmpty() ? "no CPU time was counted" : "";
            return new Share(
                    line,
                    side.column(),
                    Means.mean(time),
                    Means.mean(client),
                    Means.mean(server),
                    Means.mean(exceeds ? Map.of() : rest),
                    exceeds ? "more CPU time was counted than time" : problem);
        }

        private BarPlot.Row bar(TimeUnits unit) {
            boolean isSplit = rest.n() > 0;
            List<Interval> parts = Stream.of(isSplit ? clientCpu : rest, isSplit ? serverCpu : rest, rest, time)
                    .map(part -> scaled(part, 1 / unit.nanos()))
                    .toList();
            String text = text(time.mean()) + (isSplit ? "" : ", not split");
            return new BarPlot.Row(column, parts.subList(0, 2), parts.get(2), parts.get(3), text);
        }
    }

    public static Section section(Results results) {
        List<Case> lines = results.table()
                .scores()
                .filter(line -> results.hasOneThread() && isShown(line, results))
                .toList();
        boolean hasLink = lines.stream().flatMap(Case::sides).anyMatch(WhereTimeGoes::hasRoundTrips);
        String text =
                "The mean time of one operation, of one thread: CPU time of the measuring process (with an embedded"
                        + " database), CPU time of the server, and hatched the rest, most of it waiting for the network and"
                        + " disks. A time is not split where no CPU time was counted, or more of it than time, because several"
                        + " threads worked at once or work around the iterations is among it.";
        Section section = Section.ofFigures(
                hasLink ? HEADING : "Client, server and the rest", text, lines, line -> figure(line, results));
        return (hasLink ? section : new Section(HEADING, "", section.as(Section.Look.FOLDED)))
                .withData(
                        "timeShares",
                        lines.stream().flatMap(line -> shares(line, results)).toList());
    }

    /** Returns whether the line has a column whose client and server are two processes and can be split. */
    private static boolean isShown(Case line, Results results) {
        return line.sides()
                .anyMatch(side -> !results.isEmbedded(side.cell()).orElse(true)
                        && !cpuOfClient(side).isEmpty()
                        && (!results.cpuOfServer(side.cell()).isEmpty() || hasRoundTrips(side)));
    }

    private static boolean hasRoundTrips(ColumnValue side) {
        return !side.cell().values().counts().rounds(CounterText.ROUND_TRIPS).isEmpty();
    }

    private static Map<Integer, Double> cpuOfClient(ColumnValue side) {
        return CounterText.cpuOfClient(side.cell().values().counts());
    }

    private static Stream<Share> shares(Case line, Results results) {
        return line.sides().filter(ColumnValue::isMeasured).map(side -> Share.of(line.index(), side, results));
    }

    private static Figure figure(Case line, Results results) {
        List<Share> shares = shares(line, results).toList();
        TimeUnits unit = TimeUnits.fitting(shares.stream().mapToDouble(share -> share.time.mean()));
        List<BarPlot.Row> rows = shares.stream().map(share -> share.bar(unit)).toList();
        String per = unit.symbol() + " per operation";
        BarPlot plot = new BarPlot(line.title(), per, "network and other waiting", PARTS, rows);
        return Figure.of(plot, results.table().columnKey(), unit.symbol());
    }

    static String text(double nanos) {
        TimeUnits unit = TimeUnits.fitting(DoubleStream.of(Math.abs(nanos)));
        return Numbers.score(nanos / unit.nanos()) + " " + unit.symbol();
    }

    static Interval scaled(Interval value, double factor) {
        return new Interval(value.mean() * factor, value.low() * factor, value.high() * factor, value.n());
    }
}
