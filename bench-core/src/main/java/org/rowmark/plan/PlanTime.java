package org.rowmark.plan;

import java.time.Duration;
import java.util.List;
import org.rowmark.stats.Looks;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.util.UsageException;

/** The time that a run takes, as far as it can be estimated before. */
record PlanTime(Plan plan) {
    // a fork besides its iterations, the measurement of a link, the start and stop of a server
    private static final Duration FORK = Duration.ofMillis(1300);
    private static final Duration LINK = Duration.ofSeconds(2);
    private static final Duration SERVER = Duration.ofSeconds(3);

    /** Rounds for those that the time allows while all rows are open. */
    private static final double MORE_ROUNDS = 1.3;

    /** @throws UsageException if the time of a run with a goal is too short for its first look */
    void requireTime() {
        Duration least = of(Looks.first());
        plan.request()
                .rounds()
                .goal()
                .flatMap(Rounds.Goal::budget)
                .filter(time -> time.compareTo(least) < 0)
                .ifPresent(time -> {
                    throw new UsageException("--budget " + Durations.text(time) + ": no row has a word before round "
                            + Looks.first() + ", which ends after about " + Durations.words(least)
                            + "; give more, or measure fewer cells");
                });
    }

    /**
     * Returns it in words; with a goal, until the first look and until the end of its time. The length of a single shot is
     * known only when it has ended, or was killed at the limit of its fork.
     */
    String words() {
        RunRequest request = plan.request();
        int rounds = request.rounds().planned();
        Timing timing = request.sampling().timing();
        long shots = plan.measured().filter(request::isSingleShot).count() * rounds * timing.shots();
        String most = Durations.words(most());
        if (shots > 0) {
            return "as long as " + shots + " single shot" + (shots == 1 ? " takes" : "s take")
                    + " (" + Durations.words(request.sampling().limit())
                    + " per fork at most, see --timeout), and about " + most;
        }
        boolean isMost = timing.chosen().isPresent(); // warm-ups become fewer
        boolean isOpen = request.rounds().goal().isPresent() && !isMost && rounds > Looks.first();
        return (isMost ? "at most about " : "about ")
                + (isOpen ? Durations.words(of(Looks.first())) + " to " : "")
                + most;
    }

    /** Returns the time without that of single shots; with a goal, the most. */
    Duration most() {
        Rounds rounds = plan.request().rounds();
        Duration all = of(rounds.planned());
        return rounds.goal()
                .map(goal -> goal.budget().orElse(of(Looks.first()).plus(Rounds.TIME_AFTER_FIRST_LOOK)))
                .filter(time -> time.compareTo(all) < 0)
                .orElse(all);
    }

    /**
     * Returns the rounds of a run with a goal up to the look for which its time is just too short, as rows that have
     * reached the goal leave time to others: looks that no row will reach would make all intervals wider.
     */
    Rounds looked() {
        Rounds rounds = plan.request().rounds();
        boolean isShorter =
                plan.request().sampling().timing().chosen().isPresent(); // by its warm-ups, nobody knows how much
        if (rounds.goal().isEmpty() || isShorter) {
            return rounds;
        }
        double allowed = Looks.first()
                * MORE_ROUNDS
                * most().toNanos()
                / of(Looks.first()).toNanos();
        return rounds.atMost(Looks.ALL.after((int) allowed).orElse(rounds.planned()));
    }

    private Duration of(int rounds) {
        RunRequest request = plan.request();
        List<Target> targets = request.what().targets();
        long starts = targets.stream()
                .filter(target -> target.server().isManaged())
                .mapToLong(target -> plan.isSetUpForEachBlock(target) ? rounds : 1)
                .sum();
        long timed = plan.measured().filter(cell -> !request.isSingleShot(cell)).count();
        long links = targets.stream()
                .flatMap(target -> target.link().stream())
                .distinct()
                .count();
        return SERVER.multipliedBy(starts)
                .plus(LINK.multipliedBy(links))
                .plus(FORK.multipliedBy(plan.measured().count() * rounds))
                .plus(request.sampling().timing().perFork().multipliedBy(timed * rounds));
    }
}
