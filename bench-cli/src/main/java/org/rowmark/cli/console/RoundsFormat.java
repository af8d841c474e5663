package org.rowmark.cli.console;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.RoundOrder;
import org.rowmark.run.output.RunListener.PrecisionProgress;
import org.rowmark.run.output.RunListener.TurnPlan;
import org.rowmark.stats.Precision;
import org.rowmark.util.Durations;

/** Texts about rounds for the console. */
public final class RoundsFormat {
    private RoundsFormat() {}

    /** Formats the rounds of a plan. */
    public static List<String> lines(RunRequest request) {
        Rounds rounds = request.rounds();
        List<String> lines = new ArrayList<>();
        boolean isShuffled = rounds.order() != RoundOrder.SEQUENTIAL;
        lines.add("rounds     " + number(rounds)
                + (isShuffled
                        ? ", cells shuffled in each by seed " + request.seed()
                        : ", cells in this order in each"));
        rounds.goal()
                .ifPresent(goal -> lines.add("until      " + goal(goal) + ", or "
                        + Durations.words(goal.precision().budget()) + " have passed"));
        if (rounds.order() == RoundOrder.BRACKETED) {
            lines.add("order      bracketed: half of the baseline's rounds, the others', the rest of the baseline's");
        }
        rounds.slice()
                .ifPresent(slice -> lines.add("order      turns of " + Durations.text(slice) + " with all servers up"
                        + (request.hasSingleShots() ? "; single shots interleaved" : "")));
        rounds.unusualProtocol().ifPresent(words -> lines.add("protocol   " + words));
        lines.add("margin     " + percent(rounds.margin()) + ": smaller differences do not matter");
        return lines;
    }

    /** Formats the number of rounds: {@code 5 rounds} or {@code 8 to 60 rounds}. */
    public static String number(Rounds rounds) {
        String most = count(rounds.planned(), "round");
        return rounds.goal().isPresent() ? Precision.LEAST_ROUNDS + " to " + most : most;
    }

    /** Formats a number of things: {@code 1 round}, {@code 2 rounds}. */
    public static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** Formats the goal that ends a run. */
    public static String goal(Rounds.Goal goal) {
        return "the interval of \"" + goal.ratio().name() + "\" is within ±"
                + percent(goal.precision().target());
    }

    /**
     * Formats the state after a round: width of the interval and rounds to come, never the position of the interval.
     */
    static String narrowing(int round, PrecisionProgress narrowing) {
        if (Double.isInfinite(narrowing.halfWidth())) {
            return "interval not known yet";
        }
        String width = "interval ±" + percent(narrowing.halfWidth()) + ", to be ±" + percent(narrowing.target());
        return round < Rounds.DEFAULT ? width : width + " after about " + count(narrowing.predictedRounds(), "round");
    }

    /** Formats the choice of the warm-up iterations of a workload. */
    static String warmups(ChosenWarmups chosen) {
        String warmups = count(chosen.warmups(), "warm-up iteration");
        return chosen.isWarm()
                ? chosen.workload() + ": " + warmups + " from round " + chosen.fromRound() + " on"
                : chosen.workload() + ": not warm after " + warmups + ", which stay the most; give more with --warmups"
                        + " auto:N, or a longer --warmup-time";
    }

    /** Formats the plan of turns that take longer than their slice. */
    static String turns(TurnPlan plan) {
        return plan.name() + ": turns take " + Durations.brief(plan.length().toNanos()) + "; "
                + count(plan.turns(), "turn") + " per fork from round " + plan.round() + " on, not " + plan.before();
    }

    /** Formats a fraction with two significant digits. */
    private static String percent(double fraction) {
        return BigDecimal.valueOf(100 * fraction)
                        .round(new MathContext(2, RoundingMode.HALF_UP))
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }

    /** Estimates, after a round, how many rounds a run will have. */
    static int expected(Rounds rounds, int round, PrecisionProgress narrowing) {
        long least = Math.max(round, Precision.LEAST_ROUNDS);
        return (int) Math.min(rounds.planned(), Math.max(least, narrowing.predictedRounds()));
    }
}
