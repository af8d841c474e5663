package org.rowmark.stats;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Percentiles of the single operations of one replicate. Histograms of its threads and iterations are added, which
 * loses nothing; percentiles are never averaged, since an average of them is not a percentile. Between replicates they
 * are compared like any other value, on {@link #byRound}.
 */
public final class Percentiles {
    /** The least operations beyond a percentile: with fewer it depends on a few of them. */
    public static final int LEAST_BEYOND = 10;

    /**
     * Histograms in HdrHistogram's compressed form, which are added up when they are first read: a run has too many cells
     * and rounds to keep them otherwise, or to read those that nobody looks at.
     */
    private List<byte[]> compressed;

    private boolean isRead;
    private long count;
    private double max;

    private Percentiles(List<byte[]> compressed) {
        this.compressed = compressed;
    }

    private synchronized Histogram histogram() {
        Histogram all = compressed.size() == 1
                ? decompressed(compressed.get(0))
                : sum(compressed.stream().map(Percentiles::decompressed).toList());
        if (!isRead) {
            keep(all);
        }
        return all;
    }

    private synchronized void read() {
        if (!isRead) {
            histogram();
        }
    }

    private void keep(Histogram all) {
        if (compressed.size() != 1) {
            ByteBuffer buffer = ByteBuffer.allocate(all.getNeededByteBufferCapacity());
            compressed = List.of(Arrays.copyOf(buffer.array(), all.encodeIntoCompressedByteBuffer(buffer)));
        }
        count = all.getTotalCount();
        max = count == 0 ? Double.NaN : (double) all.highestEquivalentValue(all.getMaxValue());
        isRead = true;
    }

    private static Histogram decompressed(byte[] compressed) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(compressed), 0);
        } catch (DataFormatException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param histograms in HdrHistogram's compressed form, of the same unit and precision, at least one */
    public static Percentiles ofCompressed(List<byte[]> histograms) {
        return new Percentiles(List.copyOf(histograms));
    }

    /** Returns the sum in HdrHistogram's compressed form. */
    public byte[] compressed() {
        read();
        return compressed.get(0);
    }

    /**
     * @param histograms of the same unit and precision, at least one
     * @throws IllegalArgumentException if they differ in precision, because adding them up would round values again
     */
    public static Percentiles of(Collection<? extends AbstractHistogram> histograms) {
        Percentiles percentiles = new Percentiles(List.of());
        percentiles.keep(sum(histograms));
        return percentiles;
    }

    private static Histogram sum(Collection<? extends AbstractHistogram> histograms) {
        if (histograms.isEmpty()) {
            throw new IllegalArgumentException("percentiles of no histogram");
        }
        AbstractHistogram first = histograms.iterator().next();
        Histogram all = new Histogram(
                first.getLowestDiscernibleValue(),
                first.getHighestTrackableValue(),
                first.getNumberOfSignificantValueDigits());
        all.setAutoResize(true);
        for (AbstractHistogram histogram : histograms) {
            if (histogram.getNumberOfSignificantValueDigits() != first.getNumberOfSignificantValueDigits()
                    || histogram.getLowestDiscernibleValue() != first.getLowestDiscernibleValue()) {
                throw new IllegalArgumentException("histograms of different precision cannot be added up exactly");
            }
            all.add(histogram);
        }
        return all;
    }

    /** Returns the number of operations. */
    public long count() {
        read();
        return count;
    }

    /**
     * @param percentile below 100, for example 99.9
     * @return in the unit of the histograms; empty unless {@value #LEAST_BEYOND} operations are beyond it: 1,000 are
     *     needed for p99, 10,000 for p99.9
     */
    public OptionalDouble at(double percentile) {
        Double value = all(percentile).get(percentile);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Returns the values at some percentiles as {@link #at} does, without those that have too few operations. The
     * histogram is read once for all.
     *
     * @param percentiles in ascending order
     */
    public SortedMap<Double, Double> all(double... percentiles) {
        SortedMap<Double, Double> values = new TreeMap<>();
        double[] known = DoubleStream.of(percentiles)
                .filter(percentile -> count() >= needed(percentile))
                .toArray();
        if (known.length == 0) {
            return values;
        }
        Iterator<HistogramIterationValue> steps = histogram().recordedValues().iterator();
        long before = 0;
        double value = max;
        for (double percentile : known) {
            // the percentile is not the double nearest to it: 99.9 % of 1000 is 999
            long rank = Math.max(1, (long) Math.ceil(Math.nextDown(percentile) / 100 * count));
            while (before < rank && steps.hasNext()) {
                HistogramIterationValue step = steps.next();
                before += step.getCountAddedInThisIterationStep();
                value = step.getValueIteratedTo();
            }
            values.put(percentile, value);
        }
        return values;
    }

    /** Returns a percentile with its interval, as if the operations were independent of each other. */
    public Optional<OrderStatistics.Between> between(double percentile) {
        OptionalDouble value = at(percentile);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        long[] ranks = OrderStatistics.ranks(count(), percentile / 100);
        Histogram all = histogram();
        return Optional.of(
                new OrderStatistics.Between(value.getAsDouble(), ofRank(all, ranks[0]), ofRank(all, ranks[1])));
    }

    /** Returns the longest time; NaN without operations. */
    public double max() {
        read();
        return max;
    }

    private double ofRank(Histogram all, long rank) {
        long before = 0;
        for (HistogramIterationValue step : all.recordedValues()) {
            before += step.getCountAddedInThisIterationStep();
            if (before >= rank) {
                return (double) step.getValueIteratedTo();
            }
        }
        return max;
    }

    /** Returns the number of operations that a percentile needs. */
    public static long needed(double percentile) {
        if (!(percentile >= 0 && percentile < 100)) {
            throw new IllegalArgumentException("percentile " + percentile + " is not between 0 and 100");
        }
        return Math.round(100 * LEAST_BEYOND / (100 - percentile));
    }

    /** Merges all replicates, for a curve. An interval must come from {@link #byRound}. */
    public static Percentiles merged(Collection<Percentiles> replicates) {
        return of(replicates.stream().map(Percentiles::histogram).toList());
    }

    /**
     * Returns a percentile of each replicate, to be compared like any other value.
     *
     * @return empty if any replicate has too few operations: in a closed loop those are the slow ones, and leaving them
     *     out would make the rest look fast
     */
    public static Map<Integer, Double> byRound(Map<Integer, Percentiles> replicates, double percentile) {
        Map<Integer, Double> values = new TreeMap<>();
        replicates.forEach((round, replicate) -> replicate.at(percentile).ifPresent(value -> values.put(round, value)));
        return values.size() == replicates.size() ? values : Map.of();
    }
}
