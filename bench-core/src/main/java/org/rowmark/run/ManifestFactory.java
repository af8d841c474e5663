package org.rowmark.run;

import java.util.List;
import java.util.Optional;
import org.rowmark.fixture.Session;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.result.AaResult;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ControlCell;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.MeasurementMethod.PrecisionGoal;
import org.rowmark.result.TargetFacts;
import org.rowmark.study.Published;
import org.rowmark.util.SteadyClock;

/** A factory of the manifest of a run that begins. */
final class ManifestFactory {
    private static final String CONNECTIONS =
            "a thread keeps one connection of the driver for the whole fork; with" + " the parameter " + Session.POOL
                    + ", it borrows one for each operation from a HikariCP pool of that size";

    private ManifestFactory() {}

    static Manifest of(
            Plan plan,
            Environment environment,
            List<TargetFacts> targets,
            Optional<AaResult> noiseFloor,
            Optional<ControlCell> control) {
        RunRequest request = plan.request();
        Timing timing = request.steadyTiming();
        return new Manifest(
                Manifest.FORMAT,
                RowmarkVersion.WITH_COMMIT,
                Manifest.Progress.begun(SteadyClock.now(), request.rounds().planned(), control),
                new Manifest.Request(
                        request.what().question(),
                        request.output().command(),
                        request.seed(),
                        request.what().baseline(),
                        request.usedScale(),
                        request.what().varied(),
                        plan.design(),
                        request.output().reporting().view()),
                new Manifest.Sampling(
                        timing.warmups(),
                        timing.warmupTime().toMillis(),
                        timing.iterations(),
                        request.isOfSingleShots() ? 0 : timing.time().toMillis(),
                        request.servers().restart().id(),
                        request.load().threads(),
                        CONNECTIONS),
                method(request),
                environment,
                targets,
                plan.cells(),
                noiseFloor,
                request.output().reporting().published().stream()
                        .map(Published::figures)
                        .toList());
    }

    private static MeasurementMethod method(RunRequest request) {
        Rounds rounds = request.rounds();
        return new MeasurementMethod(
                rounds.planned(),
                rounds.margin(),
                rounds.goal()
                        .map(goal -> new PrecisionGoal(
                                goal.ratio().name(),
                                goal.precision().target(),
                                goal.precision().maxRounds(),
                                goal.precision().budget().toMillis())),
                rounds.order(),
                rounds.protocol().id(),
                request.pace(),
                request.what().isAa());
    }
}
