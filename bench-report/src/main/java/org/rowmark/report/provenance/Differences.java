package org.rowmark.report.provenance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.rowmark.report.format.Fact;
import org.rowmark.report.provenance.EnvironmentFacts.Scope;
import org.rowmark.result.TargetFacts;

/**
 * What the environments of the configurations differ in, and what is the same.
 *
 * @param names of the configurations
 * @param intended what was asked for, or is the configuration: the product, its version, its driver
 * @param unexpected everything else that differs: it may be the reason for what was found
 * @param machines what differs between machines of different names; none where all ran on one
 * @param times of connections, whether they differ or not
 * @param identical what is the same everywhere
 */
public record Differences(
        List<String> names,
        List<Difference> intended,
        List<Difference> unexpected,
        List<Difference> machines,
        List<Difference> times,
        List<Fact> identical) {

    public static final Differences NONE =
            new Differences(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    /** Round trips of the same kind of server that differ by more than this are no noise. */
    private static final double MOST_ROUND_TRIP = 2;

    private static final String DEFAULT = "(default)";

    /**
     * A fact with more than one value.
     *
     * @param name of the fact
     * @param values by configuration, empty where it has none
     */
    public record Difference(String name, List<String> values) {}

    /** Of the targets of one run, or of the two sources of a comparison. */
    public static Differences of(List<Provenance> sources) {
        if (sources.size() > 1) {
            return of(sources.stream().map(EnvironmentFacts::of).toList(), true);
        }
        List<TargetFacts> targets =
                sources.stream().flatMap(source -> source.targets().stream()).toList();
        return targets.size() > 1
                ? of(targets.stream().map(EnvironmentFacts::of).toList(), sameProduct(targets))
                : NONE;
    }

    /** Settings of different products have nothing to do with each other. */
    private static boolean sameProduct(List<TargetFacts> targets) {
        return targets.stream().map(TargetFacts::database).distinct().count() == 1;
    }

    private static Differences of(List<EnvironmentFacts> sides, boolean withSettings) {
        Differences differences = new Differences(
                sides.stream().map(EnvironmentFacts::name).toList(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        Map<String, Scope> items = new LinkedHashMap<>();
        sides.forEach(side -> side.items().forEach((name, item) -> items.putIfAbsent(name, item.scope())));
        items.forEach((name, scope) -> {
            switch (scope) {
                case FACT -> differences.fact(name, sides, "", withSettings);
                case CHANGED, PROPERTY -> {
                    if (sides.stream().allMatch(side -> side.tells(scope))) {
                        differences.fact(name, sides, DEFAULT, withSettings);
                    }
                }
                case MACHINE, DATA -> differences.known(name, sides);
                case TIME -> differences.time(name, sides);
            }
        });
        return differences;
    }

    private void fact(String name, List<EnvironmentFacts> sides, String otherwise, boolean withSettings) {
        List<String> values = values(name, sides, otherwise);
        boolean isAsked = EnvironmentFacts.IDENTITY.contains(name)
                || isOfOtherVersion(name, sides)
                || sides.stream().anyMatch(side -> side.asked().contains(name));
        if (values.stream().distinct().count() == 1) {
            identical.add(new Fact(name, values.get(0)));
        } else if (isAsked) {
            intended.add(new Difference(name, values));
        } else if (withSettings) {
            unexpected.add(new Difference(name, values));
        }
    }

    /** Of machines and data: what one side does not tell is no difference. */
    private void known(String name, List<EnvironmentFacts> sides) {
        List<String> values = values(name, sides, "");
        long told = values.stream().filter(Predicate.not(String::isEmpty)).count();
        long distinct = values.stream()
                .filter(Predicate.not(String::isEmpty))
                .distinct()
                .count();
        boolean isOfMachine =
                !name.contains(MachineFacts.DATA) && MachineFacts.isOfMachine(name) && areTwoMachines(sides);
        if (distinct > 1) {
            (isOfMachine ? machines : unexpected).add(new Difference(name, values));
        } else if (told == sides.size()) {
            identical.add(new Fact(name, values.get(0)));
        }
    }

    private void time(String name, List<EnvironmentFacts> sides) {
        List<String> values = values(name, sides, "");
        times.add(new Difference(name, values));
        double[] nanos = values.stream()
                .flatMapToDouble(value -> MachineFacts.nanos(value).stream())
                .sorted()
                .toArray();
        boolean isFar = nanos.length > 1 && nanos[nanos.length - 1] > MOST_ROUND_TRIP * nanos[0];
        if (isFar && MachineFacts.isRoundTrip(name) && areAlike(name, sides)) {
            unexpected.add(new Difference(name, values));
        }
    }

    /** Whether a product was reached in the same way everywhere: a round trip inside a process is another thing. */
    private static boolean areAlike(String name, List<EnvironmentFacts> sides) {
        int colon = name.lastIndexOf(": ");
        String prefix = colon < 0 ? "" : name.substring(0, colon + 2);
        return values(prefix + "Product", sides, "").stream().distinct().count() == 1
                && values(prefix + "Server", sides, "").stream().distinct().count() == 1;
    }

    private static boolean areTwoMachines(List<EnvironmentFacts> sides) {
        return sides.stream()
                        .map(EnvironmentFacts::machine)
                        .filter(Predicate.not(String::isEmpty))
                        .distinct()
                        .count()
                > 1;
    }

    /** A server of another version comes with programs of its own. */
    private static boolean isOfOtherVersion(String name, List<EnvironmentFacts> sides) {
        int program = name.indexOf(Provenance.PROGRAM);
        String version = program < 0 ? "" : name.substring(0, program) + "Version";
        return program >= 0 && values(version, sides, "").stream().distinct().count() > 1;
    }

    private static List<String> values(String name, List<EnvironmentFacts> sides, String otherwise) {
        return sides.stream().map(side -> side.value(name, otherwise)).toList();
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }
}
