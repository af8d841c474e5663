package org.rowmark.stats;

import java.util.Random;

/** How the mean of a fork's five iterations scatters, for simulations. */
enum Noise {
    EQUAL {
        @Override
        double logMean(Random random) {
            return mean(0.02 * random.nextGaussian(), 0.02, random);
        }
    },
    FORKS_THAT_DIFFER {
        /** Iterations of a fork resemble the one before, correlation 0.7. */
        @Override
        double logMean(Random random) {
            double fork = 0.05 * random.nextGaussian();
            double iteration = 0.01 * random.nextGaussian();
            double sum = 0;
            for (int i = 0; i < ITERATIONS; i++) {
                sum += Math.exp(fork + iteration);
                iteration = 0.7 * iteration + 0.01 * Math.sqrt(1 - 0.49) * random.nextGaussian();
            }
            return Math.log(sum / ITERATIONS);
        }
    },
    TWO_KINDS_OF_FORK {
        @Override
        double logMean(Random random) {
            double slow = random.nextDouble() < 0.2 ? Math.log(1.15) : 0;
            return mean(slow + 0.02 * random.nextGaussian(), 0.02, random);
        }
    },
    HEAVY_TAILS_AND_STALLS {
        /** Student's t with three degrees of freedom; one iteration of fifty takes three times as long. */
        @Override
        double logMean(Random random) {
            double fork = 0.02 * random.nextGaussian();
            double sum = 0;
            for (int i = 0; i < ITERATIONS; i++) {
                double squares = 0;
                for (int j = 0; j < 3; j++) {
                    double g = random.nextGaussian();
                    squares += g * g;
                }
                double t = random.nextGaussian() / Math.sqrt(squares / 3);
                sum += Math.exp(fork + 0.03 * t) * (random.nextInt(50) == 0 ? 3 : 1);
            }
            return Math.log(sum / ITERATIONS);
        }
    },
    ITERATIONS_ONLY {
        @Override
        double logMean(Random random) {
            return mean(0, 0.05, random);
        }
    };

    private static final int ITERATIONS = 5;

    abstract double logMean(Random random);

    private static double mean(double fork, double sd, Random random) {
        double sum = 0;
        for (int i = 0; i < ITERATIONS; i++) {
            sum += Math.exp(fork + sd * random.nextGaussian());
        }
        return Math.log(sum / ITERATIONS);
    }
}
