package org.rowmark.turns.rules;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.util.UsageException;

/** The rules for targets that take turns. */
public final class TurnRules {
    /** The default length of a turn: much longer than passing it on, shorter than most of what disturbs a machine. */
    private static final Duration DEFAULT_SLICE = Duration.ofMillis(50);

    private TurnRules() {}

    /**
     * Returns the length of a turn, empty for other orders. A study's does not count where the user sets another order.
     */
    public static Optional<Duration> slice(RunOptions options, RunOptions study) {
        if (!options.or(study, RunOption.ORDER).equals(Optional.of(RoundOrder.TURNS))) {
            return Optional.empty();
        }
        return options.or(study, RunOption.SLICE).or(() -> Optional.of(DEFAULT_SLICE));
    }

    /** Requires that the targets can take turns in forks that measure so long. */
    public static void require(Duration slice, Duration measured, List<Target> targets) {
        if (slice.compareTo(measured) > 0) {
            throw new UsageException("--slice " + Durations.text(slice) + ": a fork measures for "
                    + Durations.text(measured) + " only; give less, or more --iterations or --time");
        }
        for (Target target : targets) {
            targets.stream()
                    .filter(other -> setsSameServer(target, other))
                    .findFirst()
                    .ifPresent(other -> {
                        throw new UsageException("--order turns: " + target.name() + " and " + other.name()
                                + " are one server with different settings, which cannot be set at the same time; use"
                                + " --order interleaved");
                    });
        }
    }

    private static boolean setsSameServer(Target target, Target other) {
        return target.server() == ServerKind.EXTERNAL
                && other.server() == ServerKind.EXTERNAL
                && server(target).equals(server(other))
                && !target.settings().equals(other.settings());
    }

    private static Optional<String> server(Target target) {
        return target.url().map(url -> new JdbcUrl(url).withoutProperties());
    }
}
