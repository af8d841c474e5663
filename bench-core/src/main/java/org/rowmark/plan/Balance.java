package org.rowmark.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Sees to it that no target comes first in each of the first five rounds. The fewest rounds that have a verdict would
 * else, in one draw of sixteen, have the same target first in all of them, and work that the server does every other
 * turn would look like a difference.
 *
 * <p>Only the round after the fourth is touched, and in it only pairs of turns that had the same order in all four. To
 * let the second of any two rounds mirror the first would be simpler, but such rounds are in step with work of every
 * third turn: of equal targets 9 % differ then, with any number of rounds.
 */
final class Balance {
    /** The round whose order is changed if need be. */
    static final int ROUND = 5;

    private Balance() {}

    /**
     * @param drawn turns of round {@value #ROUND}, in an order drawn by chance
     * @param before the same turns in the orders of the rounds before it
     * @return the drawn order but for pairs that had one order in all rounds before; they have the other one
     */
    static List<Turn> of(List<Turn> drawn, List<List<Turn>> before) {
        List<Map<Integer, Integer>> positions =
                before.stream().map(Balance::positions).toList();
        Map<Integer, List<Integer>> mustWait = new HashMap<>();
        Map<Integer, Integer> waitsFor = new HashMap<>();
        for (List<Turn> comparable : comparable(drawn)) {
            for (Turn first : comparable) {
                for (Turn second : comparable) {
                    if (!first.equals(second)
                            && positions.stream().allMatch(round -> round.get(key(first)) < round.get(key(second)))) {
                        mustWait.computeIfAbsent(key(second), turn -> new ArrayList<>())
                                .add(key(first));
                        waitsFor.merge(key(first), 1, Integer::sum);
                    }
                }
            }
        }
        return inOrder(drawn, mustWait, waitsFor);
    }

    /** Takes again and again the first turn of the drawn order that need not wait; what waits for it may then come. */
    private static List<Turn> inOrder(
            List<Turn> drawn, Map<Integer, List<Integer>> mustWait, Map<Integer, Integer> waitsFor) {
        Map<Integer, Integer> position = positions(drawn);
        PriorityQueue<Integer> free = new PriorityQueue<>();
        position.forEach((turn, place) -> {
            if (!waitsFor.containsKey(turn)) {
                free.add(place);
            }
        });
        List<Turn> ordered = new ArrayList<>();
        while (!free.isEmpty()) {
            Turn turn = drawn.get(free.remove());
            ordered.add(turn);
            for (int waiting : mustWait.getOrDefault(key(turn), List.of())) {
                if (waitsFor.merge(waiting, -1, Integer::sum) == 0) {
                    free.add(position.get(waiting));
                }
            }
        }
        return ordered;
    }

    /** Turns whose cells are compared with each other: those of the same workload and parameter values. */
    private static Iterable<List<Turn>> comparable(List<Turn> turns) {
        Map<Object, List<Turn>> groups = new LinkedHashMap<>();
        for (Turn turn : turns) {
            for (Cell cell : turn.cells()) {
                groups.computeIfAbsent(
                                List.of(
                                        cell.planned().workload(),
                                        cell.planned().parameters()),
                                same -> new ArrayList<>())
                        .add(turn);
            }
        }
        return groups.values();
    }

    private static Map<Integer, Integer> positions(List<Turn> turns) {
        Map<Integer, Integer> positions = new HashMap<>();
        for (Turn turn : turns) {
            positions.put(key(turn), positions.size());
        }
        return positions;
    }

    /** The same for the same turn of another round, whose cells are in another order. */
    private static int key(Turn turn) {
        return turn.cells().stream().mapToInt(Cell::number).min().orElseThrow();
    }
}
