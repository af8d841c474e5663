package org.rowmark.report.cells;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/** Values by round in two arrays: a large run has millions of them, and the entries of trees would fill the memory. */
final class ByRound<V> extends AbstractMap<Integer, V> {
    private final Integer[] rounds;
    private final Object[] values;

    /** @param rounds in ascending order */
    ByRound(Integer[] rounds, Object[] values) {
        this.rounds = rounds;
        this.values = values;
    }

    @SuppressWarnings("unchecked")
    private V value(int place) {
        return (V) values[place];
    }

    @Override
    public V get(Object round) {
        int place = Arrays.binarySearch(rounds, round);
        return place < 0 ? null : value(place);
    }

    @Override
    public boolean containsKey(Object round) {
        return get(round) != null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Collection<V> values() {
        return Arrays.asList((V[]) values);
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
                return new Iterator<>() {
                    private int place;

                    @Override
                    public boolean hasNext() {
                        return place < rounds.length;
                    }

                    @Override
                    public Map.Entry<Integer, V> next() {
                        if (!hasNext()) {
                            throw new NoSuchElementException();
                        }
                        return Map.entry(rounds[place], value(place++));
                    }
                };
            }
        };
    }
}
