package org.rowmark.report.write;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;

/**
 * The log axis that the rows of a table share: as far to the left of 1 as 1/2 is as far to the right as 2 is. Lengths
 * are CSS pixels.
 *
 * @param low natural logarithm at the left end
 * @param high natural logarithm at the right end
 * @param margin δ
 */
record RatioAxis(double low, double high, double margin) {
    /** Width of the drawing. */
    static final int WIDTH = 264;

    /** Room left and right of the axis for half a label. */
    private static final int PAD = 22;

    /** An interval reaches at most this many times as far from its ratio as the points do; beyond, it is cut off. */
    private static final double REACH = 3;

    /** How much farther than most rows a row may lie and still be on the axis. */
    private static final double FAR = 3;

    private static final int MOST_TICKS = 7;
    private static final double[] STEPS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5};
    private static final double[] MANTISSAS = {1, 2, 5};

    /** A labelled place on the axis. */
    record Tick(String x, String label, boolean isOne) {}

    /**
     * Wide enough for the ratios, their points and twice the margin, but not for a few rows that lie more than {@value
     * #FAR} times as far from 1 as three quarters of the rows do: those are cut off, so that the others can be told
     * apart.
     */
    static RatioAxis of(ComparisonTable table) {
        double margin = table.margin();
        double least = 2 * Math.log1p(margin);
        double[][] reaches = table.rows().stream()
                .flatMap(row -> row.result().stream())
                .map(RatioAxis::reach)
                .toArray(double[][]::new);
        double[] distances = Stream.of(reaches)
                .mapToDouble(reach -> Math.max(Math.abs(reach[0]), Math.abs(reach[1])))
                .sorted()
                .toArray();
        double most = distances.length == 0
                ? least
                : Math.max(least, FAR * distances[(int) Math.ceil(0.75 * distances.length) - 1]);
        double low = -least;
        double high = least;
        for (double[] reach : reaches) {
            low = Math.max(-most, Math.min(low, reach[0]));
            high = Math.min(most, Math.max(high, reach[1]));
        }
        double air = (high - low) / 50;
        return new RatioAxis(low - air, high + air, margin);
    }

    private static double[] reach(RatioResult result) {
        Comparison comparison = result.comparison();
        double middle = Math.log(comparison.ratio());
        double points = result.logRatios().values().stream()
                .mapToDouble(ratio -> Math.abs(ratio - middle))
                .max()
                .orElse(0);
        double half = comparison.hasInterval() ? Math.log(comparison.high()) - middle : 0;
        double reach = Math.max(points, Math.min(half, REACH * points));
        return new double[] {middle - reach, middle + reach};
    }

    /** Where a logarithm lies, kept inside the axis. */
    double at(double log) {
        double inside = Math.max(low, Math.min(high, log));
        return PAD + (inside - low) / (high - low) * (WIDTH - 2 * PAD);
    }

    String x(double log) {
        return pixels(at(log));
    }

    boolean isCutOff(double log) {
        return log < low || log > high;
    }

    String bandX() {
        return x(-Math.log1p(margin));
    }

    String bandWidth() {
        return pixels(at(Math.log1p(margin)) - at(-Math.log1p(margin)));
    }

    /** Round ratios, 1 among them. */
    List<Tick> ticks() {
        double span = Math.exp(high - low);
        List<Double> ratios = span < 5 ? evenRatios() : decadeRatios();
        return ratios.stream()
                .map(ratio -> new Tick(x(Math.log(ratio)), label(ratio), Math.abs(ratio - 1) < 1e-9))
                .toList();
    }

    static String pixels(double length) {
        long tenths = Math.round(length * 10);
        return tenths / 10 + "." + Math.abs(tenths % 10);
    }

    private List<Double> evenRatios() {
        List<Double> ratios = new ArrayList<>();
        for (double step : STEPS) {
            ratios.clear();
            long first = (long) Math.ceil(Math.exp(low) / step);
            long last = (long) Math.floor(Math.exp(high) / step);
            for (long i = Math.max(1, first); i <= last; i++) {
                ratios.add(i * step);
            }
            if (ratios.size() <= MOST_TICKS) {
                break;
            }
        }
        return ratios;
    }

    private List<Double> decadeRatios() {
        double decades = (high - low) / Math.log(10);
        int mantissas = decades < 2 ? MANTISSAS.length : 1;
        int stride = (int) Math.ceil(decades / MOST_TICKS);
        List<Double> ratios = new ArrayList<>();
        int first = (int) Math.floor(low / Math.log(10) / stride) * stride;
        for (int exponent = first; exponent <= high / Math.log(10); exponent += stride) {
            for (int i = 0; i < mantissas; i++) {
                double ratio = MANTISSAS[i] * Math.pow(10, exponent);
                if (!isCutOff(Math.log(ratio))) {
                    ratios.add(ratio);
                }
            }
        }
        return ratios;
    }

    private static String label(double ratio) {
        String digits = Numbers.score(ratio);
        return (digits.contains(".") ? digits.replaceAll("\\.?0+$", "") : digits) + "×";
    }
}
