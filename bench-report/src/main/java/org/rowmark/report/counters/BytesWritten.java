package org.rowmark.report.counters;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;

/**
 * The bytes that a server wrote per operation.
 *
 * @param rounds by round; empty where it is not reported
 * @param of their components in words, for example {@code data files and log}; empty where it is not reported
 */
public record BytesWritten(Map<Integer, Double> rounds, String of) {
    /** The kinds of counters of files. */
    public static final List<String> FILES = List.of("data", "log", "temp");

    /**
     * Returns them as the server counts them: the sum of its files; its own sum where it has no counter of its data
     * files.
     */
    public static BytesWritten byServer(Counters counts) {
        List<String> kinds =
                FILES.stream().filter(kind -> !rounds(counts, kind).isEmpty()).toList();
        Map<Integer, Double> ofServer = rounds(counts, "server");
        if (!kinds.contains("data") && !ofServer.isEmpty()) {
            return new BytesWritten(ofServer, "whole server");
        }
        Map<Integer, Double> sum = kinds.stream()
                .map(kind -> rounds(counts, kind))
                .reduce((one, other) -> Means.joined(one, other, Double::sum))
                .orElse(Map.of());
        return new BytesWritten(sum, kinds.stream().map(CounterText::kind).collect(Collectors.joining(" + ")));
    }

    /** Returns them as the operating system counts the processes of the server. */
    public static BytesWritten bySystem(Counters counts) {
        Map<Integer, Double> rounds = rounds(counts, "process");
        return new BytesWritten(rounds, rounds.isEmpty() ? "" : CounterText.kind("process"));
    }

    private static Map<Integer, Double> rounds(Counters counts, String kind) {
        return counts.rounds(kind + "." + CounterText.BYTES_WRITTEN);
    }
}
