package org.rowmark.result;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Metrics of a sample, sorted by name. Samples of a run have the same metrics again and again: they share names and
 * units, and each keeps its numbers only. A map of entries takes eight times the memory.
 */
final class CompactMetrics extends AbstractMap<String, Sample.Metric> {
    /** Names and units, which samples share. */
    static final class Layout {
        private final String[] names;
        private final String[] units;

        /**
         * @param names of metrics, never changed afterwards
         * @param units by name
         */
        Layout(String[] names, String[] units) {
            this.names = names;
            this.units = units;
        }

        int size() {
            return names.length;
        }

        /** Returns whether a metric is the one at this position. */
        boolean has(int place, String name, String unit) {
            return place < names.length && name.equals(names[place]) && unit.equals(units[place]);
        }

        /** Returns whether names can be looked up: ascending, none twice. */
        boolean isSorted() {
            return IntStream.range(1, names.length).allMatch(i -> names[i - 1].compareTo(names[i]) < 0);
        }
    }

    private final Layout layout;
    private final double[] scores;

    /**
     * @param layout sorted
     * @param scores by name, never changed afterwards
     */
    CompactMetrics(Layout layout, double[] scores) {
        this.layout = layout;
        this.scores = scores;
    }

    @Override
    public int size() {
        return scores.length;
    }

    @Override
    public boolean containsKey(Object name) {
        return place(name) >= 0;
    }

    @Override
    public Sample.Metric get(Object name) {
        int place = place(name);
        return place < 0 ? null : metric(place);
    }

    @Override
    public Set<Map.Entry<String, Sample.Metric>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return scores.length;
            }

            @Override
            public Iterator<Map.Entry<String, Sample.Metric>> iterator() {
                return IntStream.range(0, scores.length)
                        .mapToObj(i -> Map.entry(layout.names[i], metric(i)))
                        .iterator();
            }
        };
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Sample.Metric> action) {
        for (int i = 0; i < scores.length; i++) {
            action.accept(layout.names[i], metric(i));
        }
    }

    private int place(Object name) {
        return name instanceof String text ? Arrays.binarySearch(layout.names, text) : -1;
    }

    private Sample.Metric metric(int place) {
        return new Sample.Metric(scores[place], layout.units[place]);
    }
}
