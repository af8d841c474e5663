package org.rowmark.report.cells;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Values by round in two arrays: a large run has millions of them, and the entries of trees would fill the memory. */
final class ByRound<V> extends AbstractMap<Integer, V> {
    private final Integer[] rounds;
    private final V[] values;

    /** @param rounds in ascending order */
    ByRound(Integer[] rounds, V[] values) {
        this.rounds = rounds;
        this.values = values;
    }

    @Override
    public V get(Object round) {
        int place = Arrays.binarySearch(rounds, round);
        return place < 0 ? null : values[place];
    }

    @Override
    public boolean containsKey(Object round) {
        return get(round) != null;
    }

    @Override
    public Collection<V> values() {
        return Arrays.asList(values);
    }

    @Override
    public Set<Map.Entry<Integer, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return rounds.length;
            }

            @Override
            public Iterator<Map.Entry<Integer, V>> iterator() {
                return IntStream.range(0, rounds.length)
                        .mapToObj(i -> Map.entry(rounds[i], values[i]))
                        .iterator();
            }
        };
    }
}
