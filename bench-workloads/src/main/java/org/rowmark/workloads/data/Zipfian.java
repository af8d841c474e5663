package org.rowmark.workloads.data;

/**
 * Numbers from 0 to size - 1, of which number k comes with a probability proportional to 1 / (k + 1)<sup>theta</sup>: the
 * generator of Gray et al., Quickly Generating Billion-Record Synthetic Databases (SIGMOD 1994), as in YCSB.
 */
public final class Zipfian {
    /** Terms of the zeta function that are added up; the rest is an integral, off by less than 1e-7. */
    private static final long EXACT_TERMS = 1_000_000;

    private final long size;
    private final double theta;
    private final double zeta;
    private final double alpha;
    private final double eta;

    /** @param theta more than 0, less than 1 */
    public Zipfian(long size, double theta) {
        this.size = size;
        this.theta = theta;
        zeta = zeta(size);
        alpha = 1 / (1 - theta);
        eta = (1 - Math.pow(2.0 / size, 1 - theta)) / (1 - zeta(2) / zeta);
    }

    /** @param random at least 0, less than 1 */
    public long number(double random) {
        double scaled = random * zeta;
        if (scaled < 1) {
            return 0;
        }
        if (scaled < 1 + Math.pow(0.5, theta)) {
            return 1;
        }
        return Math.min(size - 1, (long) (size * Math.pow(eta * random - eta + 1, alpha)));
    }

    private double zeta(long terms) {
        long exact = Math.min(terms, EXACT_TERMS);
        double sum = 0;
        for (long i = 1; i <= exact; i++) {
            sum += weight(i);
        }
        // Euler and Maclaurin: the integral from the last exact term to the last one, and half of the difference of
        // both
        double integral = (terms * weight(terms) - exact * weight(exact)) / (1 - theta);
        return sum + integral + (weight(terms) - weight(exact)) / 2;
    }

    private double weight(long rank) {
        return Math.pow((double) rank, -theta);
    }
}
