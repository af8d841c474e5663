package org.rowmark.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
     * Swaps pairs of comparable blocks whose order is that of all rounds before. A swap leaves fewer such pairs, as
     * "before it in all rounds" is an order itself.
     *
     * @param drawn blocks of round {@value #ROUND}, in an order drawn by chance
     * @param before the same blocks in the orders of the rounds before it
     */
    static List<TargetBlock> of(List<TargetBlock> drawn, List<List<TargetBlock>> before) {
        List<TargetBlock> order = new ArrayList<>(drawn);
        List<Set<Object>> cases =
                new ArrayList<>(drawn.stream().map(RoundBalancer::cases).toList());
        List<Map<Integer, Integer>> positions =
                before.stream().map(RoundBalancer::positions).toList();
        for (int second = 1; second < order.size(); second++) {
            for (int first = second - 1; first >= 0; first--) {
                int one = key(order.get(first));
                int other = key(order.get(second));
                if (!Collections.disjoint(cases.get(first), cases.get(second))
                        && positions.stream().allMatch(round -> round.get(one) < round.get(other))) {
                    Collections.swap(order, first, second);
                    Collections.swap(cases, first, second);
                    second = first - 1; // again from where the order has changed
                    break;
                }
            }
        }
        return order;
    }

    /** Returns the workloads and parameter values of a block: blocks with a common one are compared. */
    private static Set<Object> cases(TargetBlock block) {
        return block.cells().stream()
                .map(cell -> List.of(cell.planned().workload(), cell.planned().parameters()))
                .collect(Collectors.toCollection(HashSet::new));
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
