package org.rowmark.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rowmark.options.OptionRules;
import org.rowmark.options.ProtocolChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RoundOrder;
import org.rowmark.stats.Precision;
import org.rowmark.stats.Protocol;
import org.rowmark.targets.Target;
import org.rowmark.turns.rules.TurnRules;
import org.rowmark.util.Durations;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;

/**
 * The number and the order of the rounds of a run, and the figure that is made of them; all decided before the first.
 *
 * @param planned rounds; with a goal the most that are allowed
 * @param slice the length of a turn, where targets take turns
 * @param margin δ, the difference that does not matter in practice
 * @param goal what ends the run before its planned rounds
 */
public record Rounds(
        int planned,
        RoundOrder order,
        Optional<Duration> slice,
        Protocol protocol,
        double margin,
        Optional<Goal> goal) {
    /** The fewest for which a report gives a verdict. */
    public static final int DEFAULT = 5;

    /** The default of the most rounds of a run with a goal. */
    public static final int DEFAULT_MOST = 60;

    /** The default of the time after which a run with a goal begins no further round. */
    public static final Duration DEFAULT_BUDGET = Duration.ofHours(2);

    /** The width of an interval at which a run ends. */
    public record Goal(WatchedRatio ratio, Precision precision) {}

    public Rounds {
        Timing.atLeast("--rounds", planned, 1);
    }

    /** Describes the figure that is made of the rounds, unless it is their mean. */
    public Optional<String> unusualProtocol() {
        return protocol == Protocol.MEAN_OF_ALL ? Optional.empty() : Optional.of(protocol.words());
    }

    /**
     * Completes the user's options by those of the study.
     *
     * @throws UsageException naming an option whose value is impossible
     */
    static Rounds resolve(
            RunOptions options, RunOptions study, List<Selection> selections, List<Target> targets, String baseline) {
        Optional<Duration> slice = TurnRules.slice(options, study);
        slice.ifPresent(length -> Timing.positive(RunOption.SLICE.name(), length));
        Protocol protocol = options.or(study, RunOption.PROTOCOL)
                .map(ProtocolChoice::protocol)
                .orElse(Protocol.MEAN_OF_ALL);
        RoundOrder order = options.or(study, RunOption.ORDER).orElse(RoundOrder.INTERLEAVED);
        double margin = options.or(study, RunOption.MARGIN).orElse(MeasurementMethod.DEFAULT_MARGIN);
        Optional<Double> precision = options.or(OptionRules.withoutReplaced(options, study), RunOption.PRECISION);
        if (precision.isEmpty()) {
            int planned = planned(options, study, protocol);
            if (order == RoundOrder.BRACKETED && planned < RoundOrder.LEAST_BRACKETED) {
                throw new UsageException("--order bracketed: give at least " + RoundOrder.LEAST_BRACKETED
                        + " --rounds, two for each visit to the baseline");
            }
            return new Rounds(planned, order, slice, protocol, margin, Optional.empty());
        }
        Goal goal = goal(precision.get(), options, study, selections, targets, baseline);
        return new Rounds(goal.precision().maxRounds(), order, slice, protocol, margin, Optional.of(goal));
    }

    private static int planned(RunOptions options, RunOptions study, Protocol protocol) {
        OptionalInt runs = protocol.runs();
        Optional<Integer> rounds = options.get(RunOption.ROUNDS);
        if (rounds.isEmpty() && options.get(RunOption.PROTOCOL).isEmpty()) {
            rounds = study.get(RunOption.ROUNDS);
        }
        if (runs.isPresent() && rounds.isPresent() && rounds.get() != runs.getAsInt()) {
            throw new UsageException("--rounds " + rounds.get() + ": the protocol " + protocol.id() + " takes "
                    + runs.getAsInt() + " rounds; leave --rounds out or name another --protocol");
        }
        return rounds.or(() -> runs.isPresent() ? Optional.of(runs.getAsInt()) : study.get(RunOption.ROUNDS))
                .orElse(DEFAULT);
    }

    private static Goal goal(
            double target,
            RunOptions options,
            RunOptions study,
            List<Selection> selections,
            List<Target> targets,
            String baseline) {
        int most = options.or(study, RunOption.MAX_ROUNDS).orElse(DEFAULT_MOST);
        Timing.atLeast("--max-rounds", most, Precision.LEAST_ROUNDS);
        Duration budget = options.or(study, RunOption.BUDGET).orElse(DEFAULT_BUDGET);
        if (budget.isZero()) {
            throw new UsageException(
                    "--budget " + Durations.text(budget) + ": give more than 0, for example 30m or 2h");
        }
        WatchedRatio ratio = options.or(study, RunOption.RATIO)
                .map(text -> WatchedRatio.parse(text, selections, targets))
                .orElseGet(() -> WatchedRatio.first(selections, targets, baseline));
        return new Goal(ratio, new Precision(ratio.name(), target, most, budget));
    }
}
