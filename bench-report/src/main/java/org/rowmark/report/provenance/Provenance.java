package org.rowmark.report.provenance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.ControlCell;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Protocol;

/**
 * Where numbers come from: a run and its machine, or a file of somebody else's.
 *
 * @param name of the source, to tell it from others; empty for the only one
 * @param when start, and how long it took
 * @param scale size of the data, 1 is the published one; empty where no workload has a scale
 * @param control what tells whether the environment held still; empty for none
 * @param procedure how it was measured
 * @param environment the machine
 * @param targets what was measured
 * @param command the command that measures it again, empty if nobody knows
 */
public record Provenance(
        String name,
        String when,
        Optional<Double> scale,
        Optional<ControlCell> control,
        List<Fact> procedure,
        List<Fact> environment,
        List<TargetFacts> targets,
        String command) {

    /** The fact that says whether the environment held still. */
    public static final String CONTROL = "Control";

    /** Before the name of a program that workloads run. */
    static final String PROGRAM = "Program ";

    /** What is told of every machine. */
    private static final Set<String> HEAD =
            Set.of(MachineFacts.HOST, "Processor", "Cores", "Memory", "System", "JVM", "JVM arguments", "Data on");

    /** Facts that may say what one of those says. */
    private static final Map<String, String> SAME =
            Map.of("cpu", "Processor", "cores", "Cores", "memory", "Memory", "jvm", "JVM", "file system", "Data on");

    /** Kinds of server that Rowmark does not start. */
    private static final Set<String> NOT_STARTED = Set.of("embedded", "external");

    public static Provenance of(RunRecord run) {
        Manifest manifest = run.manifest();
        return new Provenance(
                "",
                when(manifest),
                manifest.request().scale(),
                manifest.progress().control(),
                procedure(run),
                environment(manifest.environment()),
                manifest.targets(),
                manifest.request().command());
    }

    public Provenance named(String newName) {
        return new Provenance(newName, when, scale, control, procedure, environment, targets, command);
    }

    /** The same with further facts of the conduct. */
    public Provenance followedBy(List<Fact> facts) {
        List<Fact> all = Stream.concat(procedure.stream(), facts.stream()).toList();
        return new Provenance(name, when, scale, control, all, environment, targets, command);
    }

    /** A fact of the conduct by its name. */
    public Optional<String> procedureOf(String fact) {
        return procedure.stream()
                .filter(one -> one.name().equals(fact))
                .map(Fact::value)
                .findFirst();
    }

    /** What is said of a target, beside its settings. */
    public static List<Fact> facts(TargetFacts target) {
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact("Product", target.product()),
                new Fact("Version", target.version()),
                new Fact("Server", target.server()),
                new Fact("Driver", target.driver())));
        target.driverJars()
                .forEach(jar -> facts.add(new Fact("Driver from", jar.name() + ", SHA-256 " + jar.sha256())));
        target.programs().forEach((name, version) -> facts.add(new Fact(PROGRAM + name, version)));
        facts.add(new Fact("URL", target.url()));
        facts.add(new Fact("Durability", target.durability()));
        return facts;
    }

    /** Settings in the order of their names: a map read from elsewhere may come in any. */
    public static List<Fact> settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> new Fact(setting.getKey(), setting.getValue()))
                .sorted(Comparator.comparing(Fact::name))
                .toList();
    }

    private static String when(Manifest manifest) {
        String started = Numbers.time(manifest.progress().started());
        return switch (manifest.progress().status()) {
            case RUNNING -> started + ", still running";
            case INTERRUPTED -> started + ", interrupted" + after(manifest);
            case COMPLETE -> started + after(manifest).replace(" after ", ", took ");
        };
    }

    private static String after(Manifest manifest) {
        return manifest.progress()
                .finished()
                .map(end -> " after "
                        + Numbers.duration(Duration.between(manifest.progress().started(), end)))
                .orElse("");
    }

    private static List<Fact> procedure(RunRecord run) {
        Manifest manifest = run.manifest();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Status", manifest.progress().status().name().toLowerCase(Locale.ROOT)));
        facts.add(new Fact("Rounds", manifest.progress().rounds() + ", each cell once per round in a fork of its own"));
        stop(manifest).ifPresent(facts::add);
        facts.add(new Fact(
                "Order",
                order(manifest.method()) + ", seed " + manifest.request().seed()));
        ControlText.of(run).ifPresent(text -> facts.add(new Fact(CONTROL, text)));
        manifest.request().scale().ifPresent(scale -> facts.add(new Fact("Size", ScaleText.size(scale))));
        servers(manifest).ifPresent(facts::add);
        facts.add(new Fact(
                "Warm-up",
                phase(manifest.sampling().warmups(), manifest.sampling().warmupMillis()) + ", never counted"));
        facts.add(new Fact(
                "Measurement",
                phase(manifest.sampling().iterations(), manifest.sampling().iterationMillis()) + " per round"));
        facts.add(new Fact("Threads", manifest.sampling().threads() + ", each with a connection of its own"));
        facts.add(new Fact("Load", manifest.method().load()));
        facts.add(new Fact("Pool", manifest.sampling().pool()));
        facts.add(new Fact(
                "Protocol", Protocol.named(manifest.method().protocol()).words()));
        facts.add(new Fact("Rowmark", manifest.rowmark()));
        return facts;
    }

    private static String order(MeasurementMethod method) {
        return switch (method.order()) {
            case BRACKETED -> "bracketed: the baseline, the others, the baseline again; cells shuffled in every round";
            case SEQUENTIAL -> "sequential: cells in the order of the plan in every round";
            default -> "interleaved: cells shuffled in every round";
        };
    }

    /** Why there are as many rounds as there are; empty where nobody wrote it down. */
    private static Optional<Fact> stop(Manifest manifest) {
        String goal = manifest.method()
                .precision()
                .map(precision -> ", asked for ±" + Numbers.percent(precision.target()) + " of " + precision.ratio()
                        + " within " + precision.maxRounds() + " rounds and "
                        + Numbers.duration(Duration.ofMillis(precision.budgetMillis())))
                .orElse("");
        return StopReasons.of(manifest).map(reason -> new Fact("Ended", reason.words() + goal));
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
        String how = "never".equals(manifest.sampling().restart())
                ? "started once, kept up"
                : "started anew for every round";
        return Optional.of(new Fact("Servers", String.join(", ", started) + ": " + how));
    }

    private static String phase(int iterations, long millis) {
        if (iterations == 0) {
            return "none";
        }
        return millis == 0
                ? Numbers.count(iterations, "single shot")
                : Numbers.count(iterations, "iteration") + " of " + Numbers.millis(millis);
    }

    private static List<Fact> environment(Environment environment) {
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact(MachineFacts.HOST, environment.host()),
                new Fact("Processor", environment.cpu()),
                new Fact("Cores", String.valueOf(environment.cores())),
                new Fact("Memory", Numbers.gibibytes(environment.memoryBytes())),
                new Fact("System", environment.os()),
                new Fact("JVM", environment.jvm()),
                new Fact("Data on", environment.dataFileSystem())));
        environment.facts().forEach((name, value) -> facts.add(new Fact(name, value)));
        return List.copyOf(facts);
    }

    /** Whether a fact of the machine stands in the first place: the others are folded. */
    static boolean isHead(Fact fact) {
        return HEAD.contains(fact.name());
    }

    /** The machine in a few lines. */
    public List<Fact> machine() {
        return environment.stream().filter(Provenance::isHead).toList();
    }

    /** What else is known of it, without what the few lines have said. */
    public List<Fact> furtherOfMachine() {
        return environment.stream()
                .filter(fact -> !isHead(fact) && !isRepeated(fact))
                .toList();
    }

    /** Whether one of the few lines says the same under another name. */
    boolean isRepeated(Fact fact) {
        return SAME.containsKey(fact.name()) && environment.contains(new Fact(SAME.get(fact.name()), fact.value()));
    }

    /** Name of the machine; empty where nobody tells. */
    public String host() {
        return environment.stream()
                .filter(fact -> fact.name().equals(MachineFacts.HOST))
                .map(Fact::value)
                .findFirst()
                .orElse("");
    }
}
