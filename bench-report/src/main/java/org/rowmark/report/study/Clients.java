package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.clients.ClientRecord.ClientFacts;
import org.rowmark.result.clients.ClientRecord.ClientShare;

/** What each of the clients measured that worked at the same time, and in what their machines differ. */
public final class Clients {
    /** The load of a client, in percent, from which it may limit the result; as of the badge for one client. */
    private static final double BOUND = 80;

    private static final double MICROS_PER_MILLI = 1000;

    private Clients() {}

    /**
     * A client in a cell, over all rounds.
     *
     * @param score mean of its measured iterations
     * @param share of the sum of all clients' scores; missing where scores do not add up
     */
    private record Line(
            String cell,
            int client,
            String host,
            double score,
            String unit,
            OptionalDouble share,
            OptionalDouble load,
            double leastOverlap,
            long offsetMicros,
            long errorMicros) {}

    public static Section section(Results results) {
        List<Section> parts = new ArrayList<>();
        for (RunRecord run : results.runs()) {
            Map<Integer, String> hosts = hosts(run);
            Map<Integer, List<ClientShare>> byCell =
                    run.clients().shares().stream().collect(Collectors.groupingBy(ClientShare::cell));
            run.manifest().cells().stream()
                    .filter(cell -> byCell.containsKey(cell.number()))
                    .forEach(cell -> {
                        List<Line> lines = lines(run, cell, byCell.get(cell.number()), hosts);
                        if (!lines.isEmpty()) {
                            parts.add(new Section(lines.get(0).cell, fairness(lines), table(lines)));
                        }
                    });
            parts.add(differences(run.clients().clients()));
        }
        parts.removeIf(Section::isEmpty);
        return new Section(
                "Clients",
                "The part of each client in the results above, which are of all clients together. Overlap is the least"
                        + " part of the longest client's time in which all worked, over the measured iterations; the"
                        + " offset is what was added to a client's clock.",
                parts);
    }

    private static Map<Integer, String> hosts(RunRecord run) {
        Map<Integer, String> hosts = new TreeMap<>();
        run.clients().clients().forEach(client -> hosts.put(client.client(), client.host()));
        return hosts;
    }

    private static List<Line> lines(
            RunRecord run, PlannedCell cell, List<ClientShare> ofCell, Map<Integer, String> hosts) {
        Map<Integer, List<ClientShare>> byClient = counted(run, cell, ofCell).stream()
                .collect(Collectors.groupingBy(ClientShare::client, TreeMap::new, Collectors.toList()));
        double all = byClient.values().stream()
                .mapToDouble(shares -> mean(shares, ClientShare::score))
                .sum();
        List<Line> lines = new ArrayList<>();
        byClient.forEach((client, shares) -> {
            ClientShare last = shares.get(shares.size() - 1);
            double score = mean(shares, ClientShare::score);
            boolean adds = last.unit().startsWith("ops/");
            lines.add(new Line(
                    cell.label(run.manifest().cells()),
                    client,
                    hosts.getOrDefault(client, ""),
                    score,
                    last.unit(),
                    adds ? OptionalDouble.of(score / all) : OptionalDouble.empty(),
                    shares.stream()
                            .flatMapToDouble(share -> share.cpuLoad().stream())
                            .average(),
                    shares.stream().mapToDouble(ClientShare::overlap).min().orElseThrow(),
                    last.offsetMicros(),
                    shares.stream().mapToLong(ClientShare::errorMicros).max().orElseThrow()));
        });
        return lines;
    }

    /** Returns the measured iterations of the rounds that were ok, of their last attempts. */
    private static List<ClientShare> counted(RunRecord run, PlannedCell cell, List<ClientShare> all) {
        TreeSet<Integer> ok = run.outcomes().stream()
                .filter(outcome -> outcome.cell() == cell.number() && outcome.outcome() == Outcome.OK)
                .map(outcome -> outcome.round())
                .collect(Collectors.toCollection(TreeSet::new));
        List<ClientShare> ofCell =
                all.stream().filter(share -> ok.contains(share.round())).toList();
        Map<Integer, Integer> last = new LinkedHashMap<>();
        ofCell.forEach(share -> last.merge(share.round(), share.attempt(), Math::max));
        return ofCell.stream()
                .filter(share -> !share.warmup() && share.attempt() == last.get(share.round()))
                .toList();
    }

    private static double mean(List<ClientShare> shares, ToDoubleFunction<ClientShare> value) {
        return shares.stream().mapToDouble(value).average().orElse(Double.NaN);
    }

    private static String fairness(List<Line> lines) {
        List<Double> shares = lines.stream()
                .flatMap(line -> line.share.stream().boxed())
                .sorted(Comparator.naturalOrder())
                .toList();
        return shares.size() < 2
                ? ""
                : "Shares from " + Numbers.percent(shares.get(0)) + " to "
                        + Numbers.percent(shares.get(shares.size() - 1)) + ", a ratio of "
                        + Numbers.ratio(shares.get(0) / shares.get(shares.size() - 1)) + ".";
    }

    private static DataTable table(List<Line> lines) {
        return DataTable.of(
                2,
                lines,
                List.of(
                        Column.ofText("client", line -> String.valueOf(line.client)),
                        Column.ofText("host", Line::host),
                        Column.ofText("score, " + lines.get(0).unit, line -> Numbers.score(line.score)),
                        Column.ofText(
                                "share",
                                line -> line.share.isPresent()
                                        ? Numbers.percent(line.share.getAsDouble())
                                        : Numbers.NONE),
                        new Column<>("CPU of the client, %", Clients::load),
                        Column.ofText("overlap", line -> Numbers.percent(line.leastOverlap)),
                        Column.ofText(
                                "clock offset, ms",
                                line -> Numbers.score(line.offsetMicros / MICROS_PER_MILLI) + " ± "
                                        + Numbers.score(line.errorMicros / MICROS_PER_MILLI))));
    }

    private static TableCell load(Line line) {
        if (line.load.isEmpty()) {
            return TableCell.of(Numbers.NONE);
        }
        String text = Numbers.whole(Math.round(line.load.getAsDouble()));
        return line.load.getAsDouble() > BOUND ? TableCell.warning(text, "client-bound") : TableCell.of(text);
    }

    /** Returns the facts in which clients differ that should be alike. */
    private static Section differences(List<ClientFacts> clients) {
        Map<Integer, Map<String, String>> latest = new TreeMap<>();
        clients.forEach(client -> latest.put(client.client(), client.facts()));
        List<String> differing = latest.values().stream()
                .flatMap(facts -> facts.keySet().stream())
                .filter(name -> latest.values().stream()
                                .map(facts -> facts.get(name))
                                .distinct()
                                .count()
                        > 1)
                .distinct()
                .sorted()
                .toList();
        List<Column<String>> columns = new ArrayList<>(List.of(Column.ofText("unexpected difference", name -> name)));
        latest.forEach((client, facts) ->
                columns.add(Column.ofText("client " + client, name -> facts.getOrDefault(name, Numbers.NONE))));
        return new Section(
                "Differences among the clients",
                "Facts of the machines and JVMs that are not the same for all clients.",
                DataTable.of(1, differing, columns));
    }
}
