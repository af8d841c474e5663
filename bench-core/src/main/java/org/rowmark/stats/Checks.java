package org.rowmark.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.rowmark.stats.Comparison.Better;

/** Checks of the assumptions of a paired comparison: its rounds differ by noise alone, and by noise of one kind. */
public final class Checks {
    /** The least rounds with which the tests are meaningful. */
    public static final int LEAST_ROUNDS = 8;

    /** The least rounds with which gaps are meaningful. */
    private static final int LEAST_FOR_GROUPS = 10;

    private static final double SMALLER_GROUP = 0.2;

    /**
     * A gap of so many times the median spacing. Three, a common recommendation, is found in 45 % of samples of ten
     * normals.
     */
    private static final double GAP = 12;

    private Checks() {}

    /** Returns the checks that do not depend on a verdict, as far as there are enough rounds. */
    public static List<Check> of(Map<Integer, Double> a, Map<Integer, Double> b, Better better) {
        Map<Integer, Double> logRatios = Comparison.logRatios(a, b, better);
        List<Check> checks = new ArrayList<>();
        drift(logRatios).ifPresent(checks::add);
        autocorrelation(logRatios).ifPresent(checks::add);
        bimodality(a).ifPresent(checks::add);
        bimodality(b).ifPresent(checks::add);

        return checks;
    }

    /**
     * Checks whether the log ratio moved from the first round to the last: the t test of the slope of a straight line,
     * and Welch's test of the first half of the rounds against the second, for steps; the smaller p, doubled because
     * there are two.
     */
    static Optional<Check> drift(Map<Integer, Double> logRatios) {
        double[] d = Comparison.values(logRatios);
        int n = d.length;
        if (n < LEAST_ROUNDS || Interval.sd(d) == 0) {
            return Optional.empty();
        }
        SimpleRegression line = new SimpleRegression();
        logRatios.forEach(line::addData);
        int rounds = Collections.max(logRatios.keySet()) - Collections.min(logRatios.keySet());
        Comparison halves = Unpaired.welch(Arrays.copyOf(d, n / 2), Arrays.copyOfRange(d, n / 2, n), Better.HIGHER);
        double t = Math.abs(line.getSlope()) / line.getSlopeStdErr();
        double ofLine = 2 * (1 - new TDistribution(null, n - 2).cumulativeProbability(t)); // without random numbers
        double p = Math.min(1, 2 * Math.min(ofLine, halves.p()));
        double moved = Math.expm1(line.getSlope() * rounds);
        return Optional.of(new Check(Check.Kind.DRIFT, moved, p, p < Check.ALPHA));
    }

    /**
     * Checks whether a round resembles the one before it: the lag-1 autocorrelation {@code r = Σ (d[i] - m)(d[i+1] - m)
     * / Σ (d[i] - m)²}, whose mean without correlation is {@code -1 / n} and whose variance {@code (n - 2)² / (n² (n -
     * 1))} (Moran 1948), taken for normal; one-sided, for only a positive one makes the interval too narrow.
     */
    static Optional<Check> autocorrelation(Map<Integer, Double> logRatios) {
        double[] d = Comparison.values(logRatios);
        int n = d.length;
        if (n < LEAST_ROUNDS || Interval.sd(d) == 0) {
            return Optional.empty();
        }
        double m = Interval.mean(d);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            squares += (d[i] - m) * (d[i] - m);
            products += i + 1 < n ? (d[i] - m) * (d[i + 1] - m) : 0;
        }
        double r = products / squares;
        double z = (r + 1.0 / n) * n * Math.sqrt(n - 1) / (n - 2);
        double p = NormalDistribution.of(0, 1).survivalProbability(z);
        return Optional.of(new Check(Check.Kind.AUTOCORRELATION, r, p, p < Check.ALPHA));
    }

    /**
     * Checks whether the replicates of one cell fall into two groups: a gap in the sorted logarithms of more than
     * twelve median spacings, with a fifth of the rounds or more on either side.
     */
    static Optional<Check> bimodality(Map<Integer, Double> replicates) {
        double[] sorted = Comparison.logs(replicates);
        int n = sorted.length;
        if (n < LEAST_FOR_GROUPS) {
            return Optional.empty();
        }
        Arrays.sort(sorted);
        double[] gaps = new double[n - 1];
        double widest = 0;
        int least = (int) Math.ceil(SMALLER_GROUP * n);
        for (int i = 0; i < n - 1; i++) {
            gaps[i] = sorted[i + 1] - sorted[i];
            boolean isInside = i + 1 >= least && n - i - 1 >= least;
            widest = isInside ? Math.max(widest, gaps[i]) : widest;
        }
        boolean isRaised = widest > GAP * CentralTendency.median(gaps);
        return Optional.of(new Check(Check.Kind.BIMODALITY, Math.expm1(widest), Double.NaN, isRaised));
    }

    /**
     * Checks whether the verdict would have another word with the median or the trimmed mean in place of the mean, each
     * in the middle of an interval as wide as that of the mean.
     *
     * @param logRatios those of the comparison
     * @param tests by how much {@link Holm} multiplied p
     */
    public static Optional<Check> centres(
            Comparison ofMean, Map<Integer, Double> logRatios, double tests, double margin) {
        if (logRatios.size() < Verdict.LEAST_ROUNDS) {
            return Optional.empty();
        }
        CentralTendency centres = CentralTendency.of(logRatios);
        boolean isRaised = DoubleStream.of(centres.mean(), centres.median(), centres.trimmed())
                        .mapToObj(ofMean::centredOn)
                        .map(centred -> Verdict.word(centred, Math.min(1, tests * centred.p()), margin))
                        .distinct()
                        .count()
                > 1;
        return Optional.of(new Check(Check.Kind.CENTRES, centres.disagreement(), Double.NaN, isRaised));
    }

    /**
     * A check of an assumption of a comparison. A raised check becomes a badge; it never changes a number.
     *
     * @param size of the deviation; see {@link Kind}
     * @param p probability of such a deviation in sound data; NaN where the check has no test
     */
    public record Check(Kind kind, double size, double p, boolean isRaised) {

        /**
         * Sound data raises a check in one of a hundred rows: badges that come up by chance teach readers to ignore them.
         */
        static final double ALPHA = 0.01;

        /** The assumption that is checked. */
        public enum Kind {
            /** Size: what the ratio changed over the run, 0.05 for 5 %. */
            DRIFT("the ratio drifted during the run"),
            /** Size: the correlation of a round's log ratio with that of the next. The interval is too narrow then. */
            AUTOCORRELATION("a round resembles the one before: the interval is too narrow"),
            /** Size: the gap between the two groups, 0.15 for 15 %. No mean describes such data. */
            BIMODALITY("the runs fall into two groups: look at the single rounds"),
            /** Size: distance of mean from median or trimmed mean, 0.02 for 2 %. */
            CENTRES("mean, median and trimmed mean disagree");

            private final String words;

            Kind(String words) {
                this.words = words;
            }

            /** Returns the text of a badge, without the size. */
            public String words() {
                return words;
            }
        }
    }
}
