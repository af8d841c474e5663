package org.rowmark.report.counters;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.report.cells.Counters;

/**
 * Bytes that a server wrote per operation.
 *
 * @param rounds by round; empty where nobody tells
 * @param of what they are the sum of, in words, for example {@code data files and log}; empty where nobody tells
 */
public record BytesWritten(Map<Integer, Double> rounds, String of) {
    private static final String PROCESS = "process." + CounterText.BYTES_WRITTEN;
    private static final String SERVER = "server." + CounterText.BYTES_WRITTEN;

    /** As the server counts itself: the sum of its files; its own sum where it does not tell its data files apart. */
    public static BytesWritten byServer(Counters counts) {
        List<String> kinds = FileIo.KINDS.stream()
                .filter(kind -> !counts.rounds(metric(kind)).isEmpty())
                .toList();
        Map<Integer, Double> ofServer = counts.rounds(SERVER);
        if (!kinds.contains("data") && !ofServer.isEmpty()) {
            return new BytesWritten(ofServer, "whole server");
        }
        if (kinds.isEmpty()) {
            return new BytesWritten(Map.of(), "");
        }
        Map<Integer, Double> sum = new TreeMap<>(counts.rounds(metric(kinds.get(0))));
        for (String kind : kinds.subList(1, kinds.size())) {
            Map<Integer, Double> more = counts.rounds(metric(kind));
            sum.keySet().retainAll(more.keySet());
            sum.replaceAll((round, bytes) -> bytes + more.get(round));
        }
        List<String> names = new ArrayList<>();
        kinds.forEach(kind -> names.add(CounterText.kind(kind)));
        return new BytesWritten(sum, String.join(" + ", names));
    }

    /** As the operating system counts the processes of the server. */
    public static BytesWritten bySystem(Counters counts) {
        Map<Integer, Double> rounds = counts.rounds(PROCESS);
        return new BytesWritten(rounds, rounds.isEmpty() ? "" : CounterText.kind("process"));
    }

    private static String metric(String kind) {
        return kind + "." + CounterText.BYTES_WRITTEN;
    }
}
