package org.rowmark.report.compare;

import java.util.Map;
import java.util.TreeMap;

/** Values of rounds that are numbered from 1. */
final class ByRound {
    private ByRound() {}

    static Map<Integer, Double> byRound(double... values) {
        Map<Integer, Double> byRound = new TreeMap<>();
        for (double value : values) {
            byRound.put(byRound.size() + 1, value);
        }
        return byRound;
    }
}
