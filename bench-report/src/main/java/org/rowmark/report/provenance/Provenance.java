package org.rowmark.report.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.rowmark.stats.StopReason;
import org.rowmark.util.UsageException;

/**
 * The origin of numbers: a run and its machine, or a result file of JMH.
 *
 * @param name of the source, different from those of others; empty for the only one
 * @param when start and duration
 * @param scale size of the data, 1 is the published one; empty where no workload has a scale
 * @param control the cell that shows whether the environment was stable; empty for none
 * @param procedure how it was measured
 * @param environment the machine
 * @param targets what was measured
 * @param command the command that measures it again, empty if it is unknown
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

    /** The name of the machine, among the facts of the environment. */
    public static final String HOST = "Host";

    /** The fact on whether the environment was stable. */
    public static final String CONTROL = "Control";

    /** Prefix of the name of a program that workloads run. */
    static final String PROGRAM = "Program ";

    /** Facts of every machine, which are shown first. */
    private static final Set<String> HEAD =
            Set.of(HOST, "Processor", "Cores", "Memory", "System", "JVM", "JVM arguments", "Data on");

    /** Facts that may repeat one of those. */
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

    /** Returns the same with further facts of the procedure. */
    public Provenance followedBy(List<Fact> facts) {
        List<Fact> all = Stream.concat(procedure.stream(), facts.stream()).toList();
        return new Provenance(name, when, scale, control, all, environment, targets, command);
    }

    /** Returns a fact of the procedure by its name. */
    public Optional<String> procedureOf(String fact) {
        return value(procedure, fact);
    }

    /** Returns the facts of a target without its settings. */
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

    /** Returns settings sorted by name. */
    public static List<Fact> settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> new Fact(setting.getKey(), setting.getValue()))
                .sorted(Comparator.comparing(Fact::name))
                .toList();
    }

    private static String when(Manifest manifest) {
        Instant start = manifest.progress().started();
        String started = Numbers.time(start);
        Optional<String> duration =
                manifest.progress().finished().map(end -> Numbers.duration(Duration.between(start, end)));
        return switch (manifest.progress().status()) {
            case RUNNING -> started + ", still running";
            case INTERRUPTED ->
                started + ", interrupted"
                        + duration.map(time -> " after " + time).orElse("");
            case COMPLETE -> started + duration.map(time -> ", took " + time).orElse("");
        };
    }

    private static List<Fact> procedure(RunRecord run) {
        Manifest manifest = run.manifest();
        Manifest.Progress progress = manifest.progress();
        Manifest.Sampling sampling = manifest.sampling();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Status", progress.status().name().toLowerCase(Locale.ROOT)));
        facts.add(new Fact("Rounds", progress.rounds() + ", each cell once per round in a fork of its own"));
        stop(manifest).ifPresent(facts::add);
        facts.add(new Fact(
                "Order",
                order(manifest.method()) + ", seed " + manifest.request().seed()));
        ControlText.of(run).ifPresent(text -> facts.add(new Fact(CONTROL, text)));
        manifest.request().scale().ifPresent(scale -> facts.add(new Fact("Size", ScaleText.size(scale))));
        servers(manifest).ifPresent(facts::add);
        facts.addAll(List.of(
                new Fact("Warm-up", phase(sampling.warmups(), sampling.warmupMillis()) + ", never counted"),
                new Fact("Measurement", phase(sampling.iterations(), sampling.iterationMillis()) + " per round"),
                new Fact("Threads", sampling.threads() + ", each with a connection of its own"),
                new Fact("Load", manifest.method().load()),
                new Fact("Pool", sampling.pool()),
                new Fact(
                        "Protocol", Protocol.named(manifest.method().protocol()).words()),
                new Fact("Rowmark", manifest.rowmark())));
        return facts;
    }

    private static String order(MeasurementMethod method) {
        return switch (method.order()) {
            case BRACKETED -> "bracketed: the baseline, the others, the baseline again; cells shuffled in every round";
            case SEQUENTIAL -> "sequential: cells in the order of the plan in every round";
            case TURNS -> "turns: all targets up at the same time, a slice of time each in random order";
            default -> "interleaved: cells shuffled in every round";
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
        try {
            return name.isEmpty() ? Optional.empty() : Optional.of(StopReason.valueOf(name));
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "run.json: stopReason " + name + " is not one of " + Arrays.toString(StopReason.values()), e);
        }
    }

    /** Returns the reason for the number of rounds; empty where it was not recorded. */
    private static Optional<Fact> stop(Manifest manifest) {
        String goal = manifest.method()
                .precision()
                .map(precision -> ", requested ±" + Numbers.percent(precision.target()) + " of " + precision.ratio()
                        + " within " + precision.maxRounds() + " rounds and "
                        + Numbers.duration(Duration.ofMillis(precision.budgetMillis())))
                .orElse("");
        return stopReason(manifest).map(reason -> new Fact("Ended", reason.words() + goal));
    }

    /** Returns how often Rowmark started its servers; empty if the run had none. */
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
                new Fact(HOST, environment.host()),
                new Fact("Processor", environment.cpu()),
                new Fact("Cores", String.valueOf(environment.cores())),
                new Fact("Memory", Numbers.gibibytes(environment.memoryBytes())),
                new Fact("System", environment.os()),
                new Fact("JVM", environment.jvm()),
                new Fact("Data on", environment.dataFileSystem())));
        environment.facts().forEach((name, value) -> facts.add(new Fact(name, value)));
        return List.copyOf(facts);
    }

    /** Returns whether a fact of the machine is shown first: the others are folded. */
    static boolean isHead(Fact fact) {
        return HEAD.contains(fact.name());
    }

    /** Returns the machine in a few lines. */
    public List<Fact> machine() {
        return environment.stream().filter(Provenance::isHead).toList();
    }

    /** Returns the further facts of the machine, without those that repeat the few lines. */
    public List<Fact> furtherOfMachine() {
        return environment.stream()
                .filter(fact -> !isHead(fact) && !isRepeated(fact))
                .toList();
    }

    /** Returns whether a fact repeats one of the few lines under another name. */
    boolean isRepeated(Fact fact) {
        return SAME.containsKey(fact.name()) && environment.contains(new Fact(SAME.get(fact.name()), fact.value()));
    }

    /** Returns the name of the machine; empty where it is unknown. */
    public String host() {
        return value(environment, HOST).orElse("");
    }

    private static Optional<String> value(List<Fact> facts, String name) {
        return facts.stream()
                .filter(fact -> fact.name().equals(name))
                .map(Fact::value)
                .findFirst();
    }
}
