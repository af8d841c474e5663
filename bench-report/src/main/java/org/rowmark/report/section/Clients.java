package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.clients.ClientRecord.ClientFacts;
import org.rowmark.result.clients.ClientRecord.ClientShare;

/** What each of the clients measured that worked at the same time, and in what their machines differ. */
public final class Clients {
    private static final double MICROS_PER_MILLI = 1000;

    private Clients() {}

    public static Section section(Results results) {
        List<Section> parts = new ArrayList<>();
        for (RunRecord run : results.runs()) {
            Map<Integer, List<ClientShare>> byCell =
                    run.clients().shares().stream().collect(Collectors.groupingBy(ClientShare::cell));
            run.manifest().cells().stream()
                    .filter(cell -> byCell.containsKey(cell.number()))
                    .forEach(cell -> parts.add(part(run, cell, byCell.get(cell.number()))));
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

    private static Section part(RunRecord run, PlannedCell cell, List<ClientShare> ofCell) {
        List<List<ClientShare>> clients = List.copyOf(counted(run, cell, ofCell).stream()
                .collect(Collectors.groupingBy(ClientShare::client, TreeMap::new, Collectors.toList()))
                .values());
        Map<Integer, String> hosts = new TreeMap<>();
        run.clients().clients().forEach(client -> hosts.put(client.client(), client.host()));
        String unit = ofCell.get(ofCell.size() - 1).unit();
        double all = unit.startsWith("ops/")
                ? clients.stream().mapToDouble(Clients::score).sum()
                : Double.NaN;
        List<Column<List<ClientShare>>> columns = List.of(
                Column.ofText("client", of -> String.valueOf(of.get(0).client())),
                Column.ofText("host", of -> hosts.getOrDefault(of.get(0).client(), "")),
                Column.ofText("score, " + unit, of -> Numbers.score(score(of))),
                Column.ofText("share", of -> Double.isNaN(all) ? Numbers.NONE : Numbers.percent(score(of) / all)),
                new Column<>(
                        "CPU of the client, %",
                        of -> load(of.stream()
                                .flatMapToDouble(share -> share.cpuLoad().stream())
                                .average()
                                .orElse(Double.NaN))),
                Column.ofText(
                        "overlap",
                        of -> Numbers.percent(of.stream()
                                .mapToDouble(ClientShare::overlap)
                                .min()
                                .orElseThrow())),
                Column.ofText("clock offset, ms", Clients::offset));
        return new Section(
                cell.label(run.manifest().cells()),
                fairness(clients.stream().mapToDouble(of -> score(of) / all)),
                DataTable.of(2, clients, columns));
    }

    /** Returns the measured iterations of the rounds that were ok, of their last attempts. */
    private static List<ClientShare> counted(RunRecord run, PlannedCell cell, List<ClientShare> all) {
        Set<Integer> ok = run.outcomes().stream()
                .filter(outcome -> outcome.cell() == cell.number() && outcome.outcome() == Outcome.OK)
                .map(CellOutcome::round)
                .collect(Collectors.toSet());
        Map<Integer, Integer> last = new HashMap<>();
        all.forEach(share -> last.merge(share.round(), share.attempt(), Math::max));
        return all.stream()
                .filter(share ->
                        ok.contains(share.round()) && !share.warmup() && share.attempt() == last.get(share.round()))
                .toList();
    }

    private static double score(List<ClientShare> shares) {
        return shares.stream().mapToDouble(ClientShare::score).average().orElse(Double.NaN);
    }

    private static String fairness(DoubleStream ofClients) {
        DoubleSummaryStatistics shares = ofClients.filter(Double::isFinite).summaryStatistics();
        return shares.getCount() < 2
                ? ""
                : "Shares from " + Numbers.percent(shares.getMin()) + " to " + Numbers.percent(shares.getMax())
                        + ", a ratio of " + Numbers.ratio(shares.getMin() / shares.getMax()) + ".";
    }

    private static String offset(List<ClientShare> shares) {
        ClientShare last = shares.get(shares.size() - 1);
        long error = shares.stream().mapToLong(ClientShare::errorMicros).max().orElseThrow();
        return Numbers.score(last.offsetMicros() / MICROS_PER_MILLI) + " ± " + Numbers.score(error / MICROS_PER_MILLI);
    }

    /** Returns a client's CPU load in percent, NaN if unknown, with a warning where the client may limit the result. */
    static TableCell load(double load) {
        if (Double.isNaN(load)) {
            return TableCell.of(Numbers.NONE);
        }
        String text = Numbers.whole(Math.round(load));
        return load > CounterText.BUSY ? TableCell.warning(text, "client-bound") : TableCell.of(text);
    }

    /** Returns the facts in which clients differ that should be alike. */
    private static Section differences(List<ClientFacts> clients) {
        Map<Integer, Map<String, String>> latest = new TreeMap<>();
        clients.forEach(client -> latest.put(client.client(), client.facts()));
        Set<String> differing = new TreeSet<>();
        List<Map<String, String>> all = List.copyOf(latest.values());
        all.forEach(facts -> differing.addAll(facts.keySet()));
        differing.removeIf(
                name -> all.stream().map(facts -> facts.get(name)).distinct().count() == 1);
        List<Column<String>> columns = new ArrayList<>(List.of(Column.ofText("unexpected difference", name -> name)));
        latest.forEach((client, facts) ->
                columns.add(Column.ofText("client " + client, name -> facts.getOrDefault(name, Numbers.NONE))));
        return new Section(
                "Differences among the clients",
                "Facts of the machines and JVMs that are not the same for all clients.",
                DataTable.of(1, List.copyOf(differing), columns));
    }
}
