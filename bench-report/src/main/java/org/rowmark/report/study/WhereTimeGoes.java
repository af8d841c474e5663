package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.TimeUnits;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.BarPlot;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Interval;

/**
 * The time of one operation split into CPU time of the measuring process, CPU time of the server, and the rest. Only of
 * runs with one thread, where nothing of an operation happens beside another one; with a server outside the measuring
 * process, or there would be one part only.
 */
public final class WhereTimeGoes {
    private static final List<BarPlot.Part> PARTS =
            List.of(new BarPlot.Part("client CPU", 0), new BarPlot.Part("server CPU", 1));

    private static final String REST = "network and other waiting";
    private static final String HEADING = "Where the time goes";
    private static final String FOLDED = "Client, server and the rest";
    private static final int MOST_NAMED = 10;
    private static final String EMBEDDED = "embedded";
    private static final double NANOS_PER_MILLI = 1e6;

    private final Results results;
    private final Map<String, TargetFacts> targets;

    private WhereTimeGoes(Results results) {
        this.results = results;
        targets = results.targets();
    }

    /**
     * The time of one operation of a column in nanoseconds, means over rounds. Without a round is what is not known.
     *
     * @param serverCpu of an embedded database not known: it is part of the client's
     * @param rest time without CPU time, of each round
     * @param serverWait the time that the server waited for the client, which overlaps the client's time and the rest
     * @param perRoundTrip time by its round trips
     * @param problem the reason for which the time is not split; empty if it is
     */
    record Share(
            int line,
            String column,
            Interval time,
            Interval clientCpu,
            Interval serverCpu,
            Interval rest,
            Interval serverWait,
            Interval roundTrips,
            Interval perRoundTrip,
            String problem) {
        private boolean isSplit() {
            return rest.n() > 0;
        }

        private BarPlot.Row bar(TimeUnits unit) {
            List<Double> parts = Stream.of(clientCpu, serverCpu)
                    .map(part -> isSplit() ? part.mean() / unit.nanos() : Double.NaN)
                    .toList();
            return new BarPlot.Row(
                    column,
                    parts,
                    rest.mean() / unit.nanos(),
                    scaled(time, 1 / unit.nanos()),
                    text(time.mean()) + (isSplit() ? "" : ", not split"));
        }
    }

    public static Section section(Results results) {
        WhereTimeGoes times = new WhereTimeGoes(results);
        List<Case> lines = results.hasOneThread()
                ? results.table().scores().stream().filter(times::isShown).toList()
                : List.of();
        IdentityHashMap<Case, Integer> places = results.table().places();
        List<List<Share>> shares =
                lines.stream().map(line -> times.shares(line, places.get(line))).toList();
        List<Share> all = shares.stream().flatMap(List::stream).toList();
        boolean hasLink = all.stream().anyMatch(share -> share.roundTrips.n() > 0);
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            figures.add(times.figure(lines.get(i), shares.get(i), all));
        }
        String text =
                "The mean time of one operation, of one thread: CPU time of the measuring process (with an embedded"
                        + " database), CPU time of the server, and hatched the rest, most of it waiting for the network and"
                        + " disks. The time that the server waited for the client, in the numbers, overlaps them."
                        + times.problems(all);
        Section section = Section.ofFigures(hasLink ? HEADING : FOLDED, text, figures, figure -> figure);
        return (hasLink ? section : new Section(HEADING, "", section.as(Section.Look.FOLDED)))
                .withData("timeShares", all);
    }

    /** Returns a line for each reason for which times are not split, with the first of their columns. */
    private String problems(List<Share> all) {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        all.stream()
                .filter(share -> !share.isSplit())
                .forEach(share -> columns.computeIfAbsent(share.problem, none -> new ArrayList<>())
                        .add(results.table().lines().get(share.line).title() + " on " + share.column));
        StringBuilder text = new StringBuilder();
        columns.forEach((problem, names) -> {
            int named = Math.min(MOST_NAMED, names.size());
            text.append("\nNot split, ").append(problem).append(": ");
            text.append(String.join("; ", names.subList(0, named)));
            text.append(named < names.size() ? "; and " + (names.size() - named) + " more." : ".");
        });
        return text.toString();
    }

    /** Returns whether the line has a column whose client and server are two processes and can be split. */
    private boolean isShown(Case line) {
        return line.columnValues().stream()
                .anyMatch(side -> !isEmbedded(side.cell())
                        && !clientCpu(side.cell().values().counts()).isEmpty()
                        && (!serverCpu(side.cell()).isEmpty()
                                || !side.cell()
                                        .values()
                                        .counts()
                                        .rounds(CounterText.ROUND_TRIPS)
                                        .isEmpty()));
    }

    private boolean isEmbedded(Cell cell) {
        TargetFacts target = targets.get(cell.keys().getOrDefault(Cell.TARGET, ""));
        return target == null || target.server().startsWith(EMBEDDED);
    }

    private static Map<Integer, Double> clientCpu(Counters counts) {
        return Means.scaled(counts.rounds("client." + CounterText.CPU_TIME), NANOS_PER_MILLI);
    }

    /** Returns the CPU time of the server's processes, or else as it reports it itself. */
    private Map<Integer, Double> serverCpu(Cell cell) {
        return isEmbedded(cell)
                ? Map.of()
                : Stream.of("process.", "server.")
                        .map(kind -> cell.values().counts().rounds(kind + CounterText.CPU_TIME))
                        .filter(rounds -> !rounds.isEmpty())
                        .findFirst()
                        .map(rounds -> Means.scaled(rounds, NANOS_PER_MILLI))
                        .orElse(Map.of());
    }

    private List<Share> shares(Case line, int place) {
        return line.columnValues().stream()
                .filter(ColumnValue::isMeasured)
                .map(side -> share(place, side))
                .toList();
    }

    private Share share(int line, ColumnValue side) {
        Counters counts = side.cell().values().counts();
        Map<Integer, Double> time = side.cell().values().operationNanos();
        Map<Integer, Double> client = clientCpu(counts);
        Map<Integer, Double> server = serverCpu(side.cell());
        Map<Integer, Double> trips = counts.rounds(CounterText.ROUND_TRIPS);
        Map<Integer, Double> waits = Means.scaled(counts.rounds(CounterText.CLIENT_WAIT), NANOS_PER_MILLI);
        Map<Integer, Double> rest = Means.joined(time, client, (all, part) -> all - part);
        if (!server.isEmpty()) {
            rest = Means.joined(rest, server, (all, part) -> all - part);
        }
        boolean exceeds = !rest.isEmpty() && Means.mean(rest).mean() < 0;
        String problem = "";
        if (exceeds) {
            problem = "since more CPU time was counted than time (several threads worked at once, or work around the"
                    + " iterations is among it)";
        } else if (rest.isEmpty()) {
            problem = "since no CPU time was counted";
        }
        return new Share(
                line,
                side.column(),
                Means.mean(time),
                Means.mean(client),
                Means.mean(server),
                Means.mean(exceeds ? Map.of() : rest),
                Means.mean(waits),
                Means.mean(trips),
                Means.mean(Means.quotient(time, trips)),
                problem);
    }

    /** @param all of the section, whose tables have the same columns */
    private Figure figure(Case line, List<Share> shares, List<Share> all) {
        TimeUnits unit = TimeUnits.fitting(DoubleStream.of(
                shares.stream().mapToDouble(share -> share.time.mean()).max().orElse(0)));
        BarPlot plot = new BarPlot(
                line.title(),
                unit.symbol() + " per operation",
                REST,
                PARTS,
                shares.stream().map(share -> share.bar(unit)).toList());
        List<Column<Share>> columns = Stream.of(
                        Stream.of(Column.ofText(results.table().columnKey(), Share::column)),
                        column("time", all, Share::time, WhereTimeGoes::cell),
                        column(PARTS.get(0).name(), all, Share::clientCpu, WhereTimeGoes::cell),
                        column(PARTS.get(1).name(), all, Share::serverCpu, WhereTimeGoes::cell),
                        column("rest", all, Share::rest, WhereTimeGoes::cell),
                        column("server waited for the client", all, Share::serverWait, WhereTimeGoes::cell),
                        column(
                                "round trips",
                                all,
                                Share::roundTrips,
                                trips -> cell(Numbers.score(trips.mean()), trips)),
                        column("time per round trip", all, Share::perRoundTrip, WhereTimeGoes::cell))
                .flatMap(shown -> shown)
                .toList();
        DataTable numbers = DataTable.of(1, shares, columns);
        return new Figure(line.title(), plot::plot, numbers);
    }

    /** Returns a column, if any of the shares has it. */
    private static Stream<Column<Share>> column(
            String name, List<Share> all, Function<Share, Interval> of, Function<Interval, TableCell> cell) {
        Column<Share> column = new Column<>(name, share -> {
            Interval value = of.apply(share);
            return value.n() == 0 ? TableCell.of(Numbers.NONE) : cell.apply(value);
        });
        return all.stream().anyMatch(share -> of.apply(share).n() > 0) ? Stream.of(column) : Stream.empty();
    }

    /** Returns a time in a readable unit, with its interval, of which no part is below 0. */
    static TableCell cell(Interval nanos) {
        double size = unit(nanos.mean()).nanos();
        return cell(text(nanos.mean()), scaled(nanos, 1 / size));
    }

    private static TableCell cell(String mean, Interval value) {
        boolean isRange = value.isKnown() && !Numbers.isPoint(value.low(), value.high());
        return TableCell.of(mean, isRange ? Numbers.range(value) : "");
    }

    /** Returns a time in a readable unit. */
    static String text(double nanos) {
        TimeUnits unit = unit(nanos);
        return Numbers.score(nanos / unit.nanos()) + " " + unit.symbol();
    }

    private static TimeUnits unit(double nanos) {
        return TimeUnits.fitting(DoubleStream.of(Math.abs(nanos)));
    }

    static Interval scaled(Interval value, double factor) {
        return new Interval(value.mean() * factor, value.low() * factor, value.high() * factor, value.n());
    }
}
