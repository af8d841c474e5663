package org.rowmark.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;

/**
 * What a report says of one run.
 *
 * @param question what the run answers
 * @param when start, and how long it took
 * @param badges marks beside the headline
 * @param tables in the order of the plan
 * @param conduct how it was measured
 * @param environment the machine
 * @param targets what was measured
 * @param command the command that reproduces it
 */
record RunView(
        String question,
        String when,
        List<Badge> badges,
        List<ComparisonTable> tables,
        List<Fact> conduct,
        List<Fact> environment,
        List<TargetFacts> targets,
        String command) {

    /** A named value. */
    record Fact(String name, String value) {}

    static RunView of(RunRecord run, double margin) {
        Manifest manifest = run.manifest();
        List<ComparisonTable> tables = Tables.of(run, margin);
        return new RunView(
                manifest.question(),
                when(manifest),
                Badge.of(manifest, tables),
                tables,
                conduct(manifest, margin),
                environment(manifest.environment()),
                manifest.targets(),
                manifest.command());
    }

    /** Kinds of server that Rowmark does not start. */
    private static final Set<String> NOT_STARTED = Set.of("embedded", "external");

    /** What is said of a target, beside its settings. */
    static List<Fact> facts(TargetFacts target) {
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact("Product", target.product()),
                new Fact("Version", target.version()),
                new Fact("Server", target.server()),
                new Fact("Driver", target.driver())));
        target.driverJars()
                .forEach(jar -> facts.add(new Fact("Driver from", jar.name() + ", SHA-256 " + jar.sha256())));
        facts.add(new Fact("URL", target.url()));
        facts.add(new Fact("Durability", target.durability()));
        return facts;
    }

    /** Settings in the order of their names: a map read from elsewhere may come in any. */
    static List<Fact> settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> new Fact(setting.getKey(), setting.getValue()))
                .sorted(Comparator.comparing(Fact::name))
                .toList();
    }

    private static String when(Manifest manifest) {
        String started = Numbers.time(manifest.started());
        return switch (manifest.status()) {
            case RUNNING -> started + ", still running";
            case INTERRUPTED -> started + ", interrupted" + after(manifest);
            case COMPLETE -> started + after(manifest).replace(" after ", ", took ");
        };
    }

    private static String after(Manifest manifest) {
        return manifest.finished()
                .map(end -> " after " + Numbers.duration(Duration.between(manifest.started(), end)))
                .orElse("");
    }

    private static List<Fact> conduct(Manifest manifest, double margin) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Status", manifest.status().name().toLowerCase(Locale.ROOT)));
        facts.add(new Fact("Rounds", manifest.rounds() + ", each cell once per round in a fork of its own"));
        facts.add(new Fact("Order", "interleaved: cells shuffled in every round, seed " + manifest.seed()));
        servers(manifest).ifPresent(facts::add);
        facts.add(new Fact("Warm-up", phase(manifest.warmups(), manifest.warmupMillis()) + ", never counted"));
        facts.add(new Fact("Measurement", phase(manifest.iterations(), manifest.iterationMillis()) + " per round"));
        facts.add(new Fact("Threads", manifest.threads() + ", each with a connection of its own"));
        facts.add(new Fact("Pool", manifest.pool()));
        facts.add(new Fact("Baseline", manifest.baseline()));
        facts.add(new Fact("Margin δ", "±" + Numbers.percent(margin)));
        facts.add(new Fact("Rowmark", manifest.rowmark()));
        return facts;
    }

    /** How long those servers were up that Rowmark starts; empty if the run had none. */
    private static Optional<Fact> servers(Manifest manifest) {
        List<String> started = manifest.targets().stream()
                .filter(target -> !NOT_STARTED.contains(target.server()))
                .map(TargetFacts::name)
                .toList();
        if (started.isEmpty()) {
            return Optional.empty();
        }
        String how = "never".equals(manifest.restart()) ? "started once, kept up" : "started anew for every round";
        return Optional.of(new Fact("Servers", String.join(", ", started) + ": " + how));
    }

    private static String phase(int iterations, long millis) {
        return iterations == 0 ? "none" : Numbers.count(iterations, "iteration") + " of " + Numbers.millis(millis);
    }

    private static List<Fact> environment(Environment environment) {
        return List.of(
                new Fact("Host", environment.host()),
                new Fact("Processor", environment.cpu()),
                new Fact("Cores", String.valueOf(environment.cores())),
                new Fact("Memory", Numbers.gibibytes(environment.memoryBytes())),
                new Fact("System", environment.os()),
                new Fact("JVM", environment.jvm()),
                new Fact("Data on", environment.dataFileSystem()));
    }
}
