package org.rowmark.report.provenance;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.lang3.EnumUtils;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Protocol;
import org.rowmark.stats.StopReason;
import org.rowmark.util.Durations;
import org.rowmark.util.UsageException;

/** The facts of how a run was measured. */
public final class Procedure {
    /** Kinds of server that Rowmark does not start, or none. */
    private static final Set<String> NOT_STARTED = Set.of("embedded", "external", "");

    private Procedure() {}

    /**
     * Returns the facts that are known.
     *
     * @param control in words; empty for none
     */
    static List<Fact> of(Manifest manifest, String control) {
        Manifest.Progress progress = manifest.progress();
        Manifest.Sampling sampling = manifest.sampling();
        MeasurementMethod method = manifest.method();
        String measured = (method.order() == RoundOrder.TURNS ? "at most " : "")
                + phase(sampling.iterations(), sampling.iterationMillis());
        boolean isPooled =
                manifest.cells().stream().anyMatch(cell -> cell.parameters().containsKey("pool"));
        boolean isOwn = !isPooled && !sampling.pool().isEmpty();
        String own = isOwn ? ", each with a connection of its own" : "";
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Status", progress.status().name().toLowerCase(Locale.ROOT));
        String atMost = method.goal().isPresent() ? "at most " : "";
        facts.put("Rounds", atMost + progress.rounds() + ", each cell once per round in a fork of its own");
        String goal = method.goal().map(Procedure::goal).orElse("");
        facts.put(
                "Ended",
                stopReason(manifest).map(reason -> reason.words() + goal).orElse(""));
        facts.put("Order", order(method) + ", seed " + manifest.request().seed());
        facts.put("Control", control);
        facts.put("Size", manifest.request().scale().map(Procedure::size).orElse(""));
        facts.put("Design", manifest.request().design().orElse(""));
        facts.put("Servers", servers(manifest));
        String chosen = progress.chosenWarmups().stream()
                .filter(ChosenWarmups::isWarm)
                .map(to -> "; " + to.workload() + " " + to.warmups() + " from round " + to.fromRound() + " on")
                .collect(Collectors.joining());
        facts.put("Warm-up", phase(sampling.warmups(), sampling.warmupMillis()) + chosen + ", never counted");
        facts.put("Measurement", measured + " per round");
        facts.put("Threads", StringUtils.join(manifest.threads(), ", ") + own);
        facts.put("Load", method.load());
        facts.put("Pool", sampling.pool());
        facts.put("Protocol", Protocol.named(method.protocol()).words());
        facts.put("Rowmark", manifest.rowmark());
        facts.values().removeIf(String::isEmpty);
        return Provenance.facts("", facts);
    }

    /** Returns {@code the published size} or {@code scale 0.06 of the published size}. */
    public static String size(double scale) {
        return scale == 1 ? "the published size" : "scale " + Numbers.plain(scale) + " of the published size";
    }

    private static String order(MeasurementMethod method) {
        return switch (method.order()) {
            case BRACKETED -> "bracketed: the baseline, the others, the baseline again; cells shuffled in every round";
            case SEQUENTIAL -> "sequential: cells in the order of the plan in every round";
            case TURNS -> "turns: all targets up at the same time, a slice of time each in random order";
            case INTERLEAVED -> "interleaved: cells shuffled in every round";
        };
    }

    /**
     * Returns the reason for which a run ended, by its name in run.json.
     *
     * @return empty while it is running
     * @throws UsageException if there is no such reason
     */
    public static Optional<StopReason> stopReason(Manifest manifest) {
        String name = manifest.progress().stopReason();
        Optional<StopReason> reason = Optional.ofNullable(EnumUtils.getEnum(StopReason.class, name));
        if (reason.isEmpty() && !name.isEmpty()) {
            String known = Arrays.toString(StopReason.values());
            throw new UsageException("run.json: stopReason " + name + " is not one of " + known);
        }
        return reason;
    }

    private static String goal(MeasurementMethod.Goal goal) {
        return "; requested: "
                + goal.precision()
                        .map(target -> "intervals of ±" + Numbers.percent(target))
                        .orElse("a word")
                + " for " + goal.ratio().orElse("every row")
                + goal.budgetMillis()
                        .map(millis -> " within " + Durations.words(Duration.ofMillis(millis)))
                        .orElse("")
                + "; rows were looked at after "
                + StringUtils.join(goal.looks(), ", ")
                + " rounds, and their intervals hold at any of these looks";
    }

    /** Returns how often Rowmark started its servers; empty if the run had none. */
    private static String servers(Manifest manifest) {
        String started = manifest.targets().stream()
                .filter(target -> !NOT_STARTED.contains(target.server()))
                .map(TargetFacts::name)
                .collect(Collectors.joining(", "));
        boolean isKept = "never".equals(manifest.sampling().restart());
        return started.isEmpty()
                ? ""
                : started + (isKept ? ": started once, kept up" : ": started anew for every round");
    }

    private static String phase(int iterations, long millis) {
        if (iterations == 0) {
            return "none";
        }
        return millis == 0
                ? Numbers.count(iterations, "single shot")
                : Numbers.count(iterations, "iteration") + " of " + Durations.text(Duration.ofMillis(millis));
    }
}
