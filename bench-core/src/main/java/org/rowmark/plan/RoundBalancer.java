package org.rowmark.plan;

import org.rowmark.plan.Plan.TargetBlock;
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
final class RoundBalancer {
    /** The round whose order is changed if need be. */
    static final int ROUND = 5;

    private RoundBalancer() {}

    /**
     * @param drawn turns of round {@value #ROUND}, in an order drawn by chance
     * @param before the same turns in the orders of the rounds before it
     * @return the drawn order but for pairs that had one order in all rounds before; they have the other one
     */
    static List<TargetBlock> of(List<TargetBlock> drawn, List<List<TargetBlock>> before) {
        List<Map<Integer, Integer>> positions =
                before.stream().map(RoundBalancer::positions).toList();
        Map<Integer, List<Integer>> mustWait = new HashMap<>();
        Map<Integer, Integer> waitsFor = new HashMap<>();
        for (List<TargetBlock> comparable : comparable(drawn)) {
            for (TargetBlock first : comparable) {
                for (TargetBlock second : comparable) {
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
    private static List<TargetBlock> inOrder(
            List<TargetBlock> drawn, Map<Integer, List<Integer>> mustWait, Map<Integer, Integer> waitsFor) {
        Map<Integer, Integer> position = positions(drawn);
        PriorityQueue<Integer> free = new PriorityQueue<>();
        position.forEach((turn, place) -> {
            if (!waitsFor.containsKey(turn)) {
                free.add(place);
            }
        });
        List<TargetBlock> ordered = new ArrayList<>();
        while (!free.isEmpty()) {
            TargetBlock turn = drawn.get(free.remove());
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
    private static Iterable<List<TargetBlock>> comparable(List<TargetBlock> turns) {
        Map<Object, List<TargetBlock>> groups = new LinkedHashMap<>();
        for (TargetBlock turn : turns) {
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

    private static Map<Integer, Integer> positions(List<TargetBlock> turns) {
        Map<Integer, Integer> positions = new HashMap<>();
        for (TargetBlock turn : turns) {
            positions.put(key(turn), positions.size());
        }
        return positions;
    }

    /** The same for the same turn of another round, whose cells are in another order. */
    private static int key(TargetBlock turn) {
        return turn.cells().stream().mapToInt(Cell::number).min().orElseThrow();
    }
}
