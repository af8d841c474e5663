package org.rowmark.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.rowmark.plan.Plan.TargetBlock;

/**
 * The correction of the fifth round that keeps any target from coming first in each of the first five. Otherwise the
 * fewest rounds that have a verdict would, in one draw of sixteen, have the same target first in all of them, and work
 * that the server does every other block would look like a difference.
 *
 * <p>Only the round after the fourth is touched, and in it only pairs of blocks that had the same order in all four. To
 * let the second of any two rounds mirror the first would be simpler, but such rounds are in step with work of every
 * third block: of equal targets 9 % differ then, with any number of rounds.
 */
final class RoundBalancer {
    /** The round whose order is changed if need be. */
    static final int ROUND = 5;

    private RoundBalancer() {}

    /**
     * @param drawn blocks of round {@value #ROUND}, in an order drawn by chance
     * @param before the same blocks in the orders of the rounds before it
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
                        mustWait.computeIfAbsent(key(second), block -> new ArrayList<>())
                                .add(key(first));
                        waitsFor.merge(key(first), 1, Integer::sum);
                    }
                }
            }
        }
        return inOrder(drawn, mustWait, waitsFor);
    }

    /** Takes again and again the first block of the drawn order that need not wait; what waits for it may then come. */
    private static List<TargetBlock> inOrder(
            List<TargetBlock> drawn, Map<Integer, List<Integer>> mustWait, Map<Integer, Integer> waitsFor) {
        Map<Integer, Integer> position = positions(drawn);
        PriorityQueue<Integer> free = new PriorityQueue<>();
        position.forEach((block, place) -> {
            if (!waitsFor.containsKey(block)) {
                free.add(place);
            }
        });
        List<TargetBlock> ordered = new ArrayList<>();
        while (!free.isEmpty()) {
            TargetBlock block = drawn.get(free.remove());
            ordered.add(block);
            for (int waiting : mustWait.getOrDefault(key(block), List.of())) {
                if (waitsFor.merge(waiting, -1, Integer::sum) == 0) {
                    free.add(position.get(waiting));
                }
            }
        }
        return ordered;
    }

    /**
     * Returns groups of blocks whose cells are compared with each other: those of the same workload and parameter
     * values.
     */
    private static Iterable<List<TargetBlock>> comparable(List<TargetBlock> blocks) {
        Map<Object, List<TargetBlock>> groups = new LinkedHashMap<>();
        for (TargetBlock block : blocks) {
            for (Cell cell : block.cells()) {
                groups.computeIfAbsent(
                                List.of(
                                        cell.planned().workload(),
                                        cell.planned().parameters()),
                                same -> new ArrayList<>())
                        .add(block);
            }
        }
        return groups.values();
    }

    private static Map<Integer, Integer> positions(List<TargetBlock> blocks) {
        Map<Integer, Integer> positions = new HashMap<>();
        for (TargetBlock block : blocks) {
            positions.put(key(block), positions.size());
        }
        return positions;
    }

    /** Returns a key, the same for the same block of another round, whose cells are in another order. */
    private static int key(TargetBlock block) {
        return block.cells().stream().mapToInt(Cell::number).min().orElseThrow();
    }
}
