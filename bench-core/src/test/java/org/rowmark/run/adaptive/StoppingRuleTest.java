package org.rowmark.run.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.TestRounds;
import org.rowmark.plan.WatchedRatio;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.AnswerRuns;
import org.rowmark.run.output.RunListener.RowProgress;
import org.rowmark.stats.StopReason;
import org.rowmark.stats.Verdict.Word;

/** Two workloads on the baseline h2-mem and on others, and rounds in which each cell takes a second. */
class StoppingRuleTest {
    private static final List<PlannedCell> CELLS = List.of(
            cell(1, "h2-mem", "v"), cell(2, "b", "v"), cell(3, "c", "v"), cell(4, "h2-mem", "w"), cell(5, "b", "w"));

    private final AtomicLong nanos = new AtomicLong(17);
    private final Random random = new Random(4);

    /** The cells of each round. */
    private final List<Set<Integer>> rounds = new ArrayList<>();

    private List<RowProgress> rows;

    @Test
    void leaves_a_row_with_its_word_and_goes_on_with_the_others_and_their_baseline() {
        StopReason reason = run(goal(), Map.of(2, 2.0, 3, 1.06, 5, 0.5), 0.05);

        assertThat(reason).isEqualTo(StopReason.CLEAR);
        assertThat(rounds.get(4)).containsExactly(1, 2, 3, 4, 5);
        assertThat(rounds).hasSizeGreaterThan(5);
        assertThat(rounds.subList(5, rounds.size())).allMatch(cells -> cells.equals(Set.of(1, 3)));
        assertThat(rows)
                .extracting(RowProgress::word)
                .contains(Word.FASTER, Word.SLOWER)
                .doesNotContain(Word.UNCLEAR);
        assertThat(rows).extracting(RowProgress::name).contains("v on c", "w on b");
    }

    @Test
    void calls_rows_the_same_and_ends() {
        assertThat(run(goal(), Map.of(), 0.002)).isEqualTo(StopReason.CLEAR);
        assertThat(rounds).hasSize(5);
        assertThat(rows).extracting(RowProgress::word).containsOnly(Word.SAME);
    }

    @Test
    void gives_the_time_of_a_hopeless_row_to_those_that_can_get_there() {
        Rounds.Goal goal = new Rounds.Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofSeconds(60)));
        Map<Integer, Double> noises = Map.of(5, -0.5);

        StopReason reason = run(goal, Map.of(2, 1.5, 3, 1.08), 0.06, noises);

        assertThat(rounds.get(5))
                .as("the cells of the sixth round")
                .contains(1, 3)
                .doesNotContain(4, 5);
        assertThat(reason).isIn(StopReason.HOPELESS, StopReason.BUDGET);
        assertThat(rows)
                .filteredOn(row -> row.name().equals("w on b"))
                .extracting(RowProgress::word)
                .containsExactly(Word.UNCLEAR);
    }

    @Test
    void ends_when_no_look_can_be_reached_in_the_time_left() {
        Rounds.Goal goal = new Rounds.Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofSeconds(26)));

        assertThat(run(goal, Map.of(), 0.3)).isEqualTo(StopReason.BUDGET);
        assertThat(rounds).hasSize(5);
    }

    @Test
    void measures_until_the_first_look_even_if_the_time_is_used_up() {
        Rounds.Goal goal = new Rounds.Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofSeconds(11)));

        assertThat(run(goal, Map.of(), 0.3)).isEqualTo(StopReason.BUDGET);
        assertThat(rounds).hasSize(5);
    }

    @Test
    void measures_until_intervals_are_narrow_whatever_the_ratios_are() {
        Rounds.Goal goal = new Rounds.Goal(Optional.of(0.05), Optional.empty(), Optional.of(Duration.ofHours(1)));
        StopReason reason = run(goal, Map.of(), 0.06);
        List<Set<Integer>> ofEqual = List.copyOf(rounds);
        random.setSeed(4);
        rounds.clear();

        assertThat(run(goal, Map.of(2, 3.0, 3, 1e6, 5, 1e-6), 0.06))
                .isEqualTo(reason)
                .isEqualTo(StopReason.PRECISION);
        assertThat(rounds).isEqualTo(ofEqual).hasSizeGreaterThan(7);
        assertThat(rows).allMatch(row -> row.comparison().halfWidth() <= 0.05);
    }

    @Test
    void watches_one_ratio_alone_where_it_is_named() {
        WatchedRatio ratio = new WatchedRatio("v", Map.of(), "b", "c");
        Rounds.Goal goal = new Rounds.Goal(Optional.of(0.05), Optional.of(ratio), Optional.of(Duration.ofHours(1)));

        assertThat(run(goal, Map.of(), 0.06)).isEqualTo(StopReason.PRECISION);
        assertThat(rounds.get(5)).containsExactly(2, 3);
        assertThat(rows).hasSize(1);
    }

    @Test
    void gives_up_rows_whose_cells_fail() {
        assertThat(run(goal(), Map.of(2, 2.0, 3, Double.NaN, 5, 2.0), 0.01)).isEqualTo(StopReason.FAILED);
        assertThat(rounds).hasSize(5);
    }

    @Test
    void ends_after_the_most_rounds() {
        assertThat(run(goal(), Map.of(5, 1.1), 0.0001, Map.of(5, -0.1 * Math.sqrt(2)), 10))
                .isEqualTo(StopReason.MAX_ROUNDS);
        assertThat(rounds).hasSize(10);
    }

    @Test
    void ends_at_the_first_look_where_the_most_rounds_are_far_too_few() {
        Rounds.Goal goal = new Rounds.Goal(Optional.of(0.0001), Optional.empty(), Optional.of(Duration.ofHours(9)));

        assertThat(run(goal, Map.of(), 0.08)).isEqualTo(StopReason.HOPELESS);
        assertThat(rounds).hasSize(5);
    }

    private static Rounds.Goal goal() {
        return new Rounds.Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofHours(1)));
    }

    private StopReason run(Rounds.Goal goal, Map<Integer, Double> factors, double noise) {
        return run(goal, factors, noise, Map.of());
    }

    private StopReason run(Rounds.Goal goal, Map<Integer, Double> factors, double noise, Map<Integer, Double> noises) {
        return run(goal, factors, noise, noises, 80);
    }

    /**
     * @param factors NaN where the cell fails
     * @param noises of cells with another one; negative: it alternates
     */
    private StopReason run(
            Rounds.Goal goal, Map<Integer, Double> factors, double noise, Map<Integer, Double> noises, int most) {
        RunRequest request = AnswerRuns.request(TestRounds.until(goal, most));
        StoppingRule rule = new StoppingRule(request, goal, CELLS, nanos::get);
        Optional<StopReason> reason = Optional.empty();
        for (int round = 1; reason.isEmpty(); round++) {
            Set<Integer> cells = new TreeSet<>(round <= 5 ? Set.of(1, 2, 3, 4, 5) : rule.openCells());
            Map<Integer, Double> values = new HashMap<>();
            for (int cell = 1; cell <= 5; cell++) {
                double own = noises.getOrDefault(cell, noise) / Math.sqrt(2);
                double by = own < 0 ? (round % 2 == 0 ? own : -own) : own * random.nextGaussian();
                values.put(cell, factors.getOrDefault(cell, 1.0) * Math.exp(by));
            }
            for (int cell : cells) {
                nanos.addAndGet(Duration.ofSeconds(1).toNanos());
                rule.measured(cell, round, values.get(cell));
            }
            rounds.add(cells);
            reason = rule.after(round, cells);
            rows = rule.progress();
        }
        return reason.get();
    }

    private static PlannedCell cell(int number, String target, String workload) {
        return new PlannedCell(number, target, workload, "", Map.of());
    }
}
