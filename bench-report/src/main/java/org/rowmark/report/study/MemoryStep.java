package org.rowmark.report.study;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.OperationTime;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Percentiles;

/**
 * A cell with a memory of its server.
 *
 * @param curve what it shares with the other steps
 * @param wanted bytes that were asked for
 * @param bytes in force
 * @param threads of a fork
 * @param target its facts
 */
record MemoryStep(String curve, long wanted, long bytes, int threads, Cell cell, Optional<TargetFacts> target) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_NANO = 1e-6;
    private static final double P99 = 99;

    /** Returns operations per second of all threads. */
    Map<Integer, Double> rate() {
        Map<Integer, Double> rates = new TreeMap<>(OperationTime.nanos(cell.values()));
        rates.replaceAll((round, nanos) -> (isRate() ? 1 : threads) * NANOS_PER_SECOND / nanos);
        return rates;
    }

    /** Returns the mean time of an operation, each thread of which does one after the other. */
    Map<Integer, Double> meanMillis() {
        return Means.scaled(OperationTime.nanos(cell.values()), (isRate() ? threads : 1) * MILLIS_PER_NANO);
    }

    /** Returns whether the score adds up what all threads did. */
    private boolean isRate() {
        return cell.values().better() == Better.HIGHER;
    }

    Map<Integer, Double> p99Millis() {
        return Percentiles.byRound(cell.values().latencies(), P99)
                .map(nanos -> Means.scaled(nanos, MILLIS_PER_NANO))
                .orElse(Map.of());
    }

    /** Returns the share of page requests that the server's cache answered. */
    Map<Integer, Double> hitRate() {
        Counters counts = cell.values().counts();
        return Means.joined(
                counts.rounds(HitRates.HITS),
                counts.rounds(HitRates.MISSES),
                (hits, misses) -> hits + misses > 0 ? hits / (hits + misses) : 1);
    }

    /** Returns a counter per second, with a second one added where it is reported. */
    Map<Integer, Double> perSecond(String counter, String... more) {
        Counters counts = cell.values().counts();
        Map<Integer, Double> perOperation = counts.rounds(counter);
        for (String other : more) {
            if (!counts.rounds(other).isEmpty()) {
                perOperation = Means.joined(perOperation, counts.rounds(other), Double::sum);
            }
        }
        return Means.joined(perOperation, rate(), (count, operations) -> count * operations);
    }

    /** Returns the size of the data at the end; empty where the server does not report it. */
    Optional<Double> dataBytes() {
        Map<Integer, Double> sizes = cell.values().counts().rounds("data.size");
        return sizes.isEmpty()
                ? Optional.empty()
                : Optional.of(Means.mean(sizes).mean());
    }
}
