package org.rowmark.workloads;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.fork.ForkSignals;

/** Signals that what runs in forks sends in this JVM. */
public final class Signals {
    private Signals() {}

    /** Returns those of an action, without the mark. */
    public static <E extends Exception> List<String> of(FailableRunnable<E> action) throws E {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(ForkSignals.MARK))
                .map(line -> line.substring(ForkSignals.MARK.length()))
                .toList();
    }

    /** Returns the sum of a metric that threads and iterations count. */
    public static long sum(List<String> signals, String metric) {
        return signals.stream()
                .map(signal -> signal.split(" "))
                .filter(words -> words[0].equals("metric") && words[1].equals(metric))
                .mapToLong(words -> Math.round(Double.parseDouble(words[2])))
                .sum();
    }
}
