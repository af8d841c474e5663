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
import org.rowmark.stats.Looks;
import org.rowmark.stats.Protocol;
import org.rowmark.targets.Target;
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

    /** Much longer than passing a turn on, shorter than most of what disturbs a machine. */
    private static final Duration DEFAULT_SLICE = Duration.ofMillis(50);

    /** The time of a run with a goal after its first look, by default. */
    public static final Duration TIME_AFTER_FIRST_LOOK = Duration.ofMinutes(10);

    /** The default of the time of a run until intervals are narrow enough. */
    private static final Duration TIME_OF_PRECISION = Duration.ofHours(2);

    /**
     * The state of its rows at which a run ends.
     *
     * @param precision half-width of their intervals; empty: until they have a word
     * @param ratio the only row that must reach it; empty: all
     * @param budget the time in all; empty: {@link #TIME_AFTER_FIRST_LOOK}
     */
    public record Goal(Optional<Double> precision, Optional<WatchedRatio> ratio, Optional<Duration> budget) {}

    public Rounds {
        Timing.atLeast("--rounds", planned, 1);
    }

    /** Returns the looks of a run with a goal. */
    public Looks looks() {
        return Looks.upTo(planned);
    }

    /** Returns these with so many rounds at most. */
    Rounds atMost(int rounds) {
        return new Rounds(Math.min(planned, rounds), order, slice, protocol, margin, goal);
    }

    /** Describes the figure that is made of the rounds, unless it is their mean. */
    public Optional<String> unusualProtocol() {
        return protocol == Protocol.MEAN ? Optional.empty() : Optional.of(protocol.words());
    }

    /**
     * Completes the user's options by those of the study.
     *
     * @param isOpen whether a run goes on until its rows have a word where nothing is set
     * @throws UsageException naming an option whose value is impossible
     */
    public static Rounds resolve(
            RunOptions options, RunOptions all, List<Selection> selections, List<Target> targets, boolean isOpen) {
        RunOptions study = OptionRules.withoutReplaced(options, all);
        RoundOrder order = options.or(study, RunOption.ORDER).orElse(RoundOrder.INTERLEAVED);
        Optional<Duration> slice = order == RoundOrder.TURNS
                ? Optional.of(options.or(study, RunOption.SLICE).orElse(DEFAULT_SLICE))
                : Optional.empty();
        slice.ifPresent(length -> Timing.positive(RunOption.SLICE.name(), length));
        Protocol protocol = options.or(study, RunOption.PROTOCOL)
                .map(ProtocolChoice::protocol)
                .orElse(Protocol.MEAN);
        double margin = options.or(study, RunOption.MARGIN).orElse(MeasurementMethod.DEFAULT_MARGIN);
        Optional<Goal> goal = goal(options, study, selections, targets);
        boolean isFixed = options.get(RunOption.ROUNDS).isPresent()
                || protocol.runs().isPresent()
                || order == RoundOrder.BRACKETED;
        if (goal.isPresent() || (isOpen && !isFixed)) {
            int most = options.or(study, RunOption.MAX_ROUNDS).orElse(Looks.ALL.last());
            Timing.atLeast("--max-rounds", most, Looks.first());
            Goal clear = new Goal(Optional.empty(), Optional.empty(), Optional.empty());
            return new Rounds(most, order, slice, protocol, margin, goal.or(() -> Optional.of(clear)));
        }
        int planned = planned(options, study, protocol);
        if (order == RoundOrder.BRACKETED && planned < RoundOrder.LEAST_BRACKETED) {
            throw new UsageException("--order bracketed: give at least " + RoundOrder.LEAST_BRACKETED
                    + " --rounds, two for each visit to the baseline");
        }
        return new Rounds(planned, order, slice, protocol, margin, Optional.empty());
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

    /** Returns the goal that is set; empty for none. */
    private static Optional<Goal> goal(
            RunOptions options, RunOptions study, List<Selection> selections, List<Target> targets) {
        Optional<Double> precision = options.or(study, RunOption.PRECISION);
        Optional<Duration> budget = options.or(study, RunOption.BUDGET);
        if (precision.isEmpty() && budget.isEmpty()) {
            return Optional.empty();
        }
        Optional<WatchedRatio> ratio =
                options.or(study, RunOption.RATIO).map(text -> WatchedRatio.parse(text, selections, targets));
        return Optional.of(new Goal(precision, ratio, budget.or(() -> precision.map(until -> TIME_OF_PRECISION))));
    }
}
