package org.rowmark.report.jmh;

/** Names of JMH's further metrics, which up to 1.36 had a dot at the start or in the middle. */
final class JmhLabels {
    private static final char DOT = '·';

    private JmhLabels() {}

    /**
     * Returns the name in JMH 1.37: {@code ·gc.alloc.rate} is {@code gc.alloc.rate}, a percentile of the benchmark
     * method {@code op:op·p0.99} is {@code p0.99}, and one of another method {@code read:read·p0.99} is
     * {@code read:p0.99}.
     *
     * @param benchmark full name of the benchmark
     */
    static String of(String label, String benchmark) {
        int dot = label.indexOf(DOT);
        if (dot < 0) {
            return label;
        }
        String name = label.substring(dot + 1);
        String owner = label.substring(label.lastIndexOf(':', dot) + 1, dot);
        String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
        return owner.isEmpty() || owner.equals(method) ? name : owner + ":" + name;
    }
}
