package org.rowmark.plan;

import java.util.List;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** A target against itself: the same configuration under two names, which shows what noise looks like. */
final class AaTargets {
    /** Rounds enough for a rough figure of the noise. */
    private static final int ROUNDS = 10;

    private static final String SUFFIX = "-again";

    private AaTargets() {}

    /** Returns what a study sets for a target against itself, and the default number of rounds. */
    static RunOptions rounds(RunOptions study) {
        return RunOptions.NONE
                .with(RunOption.ROUNDS, ROUNDS)
                .with(RunOption.ITERATIONS, study.get(RunOption.ITERATIONS))
                .with(RunOption.PIN_SERVER, study.get(RunOption.PIN_SERVER));
    }

    /**
     * Returns the target and itself again, with a data directory of its own where the server is private.
     *
     * @throws UsageException unless one target is named, to be measured in common rounds
     */
    static List<Target> targets(RunOptions options, Targets available) {
        if (options.targets().size() != 1) {
            throw new UsageException("aa: name one --target, which is measured against itself"
                    + (options.targets().isEmpty()
                            ? ""
                            : ", not " + options.targets().size()));
        }
        options.get(RunOption.ORDER)
                .filter(order -> order != RoundOrder.INTERLEAVED && order != RoundOrder.TURNS)
                .ifPresent(order -> {
                    throw new UsageException(
                            "aa: --order " + order.id() + " shows the machine's drift and not its noise; leave it out");
                });
        options.get(RunOption.PROTOCOL).ifPresent(protocol -> {
            throw new UsageException("aa: --protocol " + protocol.id()
                    + " has nothing to do with the noise between rounds; leave it out");
        });
        Target target = available.named(options.targets().get(0));
        return List.of(target, target.named(target.name() + SUFFIX));
    }
}
