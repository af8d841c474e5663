package org.rowmark.cli.console;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.RoundOrder;
import org.rowmark.run.output.RunListener.RowProgress;
import org.rowmark.run.output.RunListener.TurnPlan;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Looks;
import org.rowmark.stats.Verdict;
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
                .ifPresent(goal -> lines.add("until      " + goal(goal) + ", or " + time(goal)
                        + " have passed; looks after rounds "
                        + rounds.looks().all().stream().map(String::valueOf).collect(Collectors.joining(", "))));
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

    /** Formats the number of rounds: {@code 5 rounds} or {@code 5 to 80 rounds}. */
    public static String number(Rounds rounds) {
        String most = count(rounds.planned(), "round");
        return rounds.goal().isPresent() && rounds.planned() > Looks.first() ? Looks.first() + " to " + most : most;
    }

    /** Formats a number of things: {@code 1 round}, {@code 2 rounds}. */
    public static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** Formats the goal that ends a run. */
    public static String goal(Rounds.Goal goal) {
        String rows = goal.ratio()
                .map(ratio -> "\"" + ratio.name() + "\"")
                .orElse(goal.precision().isPresent() ? "every ratio" : "every row");
        return goal.precision()
                .map(target -> "the interval of " + rows + " is within ±" + percent(target))
                .orElse(rows + " is clear: faster, slower or the same");
    }

    private static String time(Rounds.Goal goal) {
        return goal.budget()
                .map(Durations::words)
                .orElse(Durations.words(Rounds.TIME_AFTER_FIRST_LOOK) + " after round " + Looks.first());
    }

    /** Formats rows, each with its ratio, interval and word. */
    static List<String> rows(List<RowProgress> rows) {
        int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
        return rows.stream().map(row -> row(row, width)).toList();
    }

    private static String row(RowProgress row, int width) {
        Comparison comparison = row.comparison();
        String line = row.name() + " ".repeat(width - row.name().length());
        if (comparison.n() > 0) {
            line += String.format("  %7s", Numbers.ratio(comparison.ratio()));
        }
        if (row.word() != Verdict.Word.TOO_FEW_ROUNDS) {
            String word = row.word()
                    .name()
                    .toLowerCase(Locale.ROOT)
                    .replace("_size", ", size")
                    .replace('_', ' ');
            line += String.format("  %-12s  %s", Numbers.range(comparison.low(), comparison.high()), word);
        }
        return (row.isOpen() ? "… " : "  ") + line;
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
}
