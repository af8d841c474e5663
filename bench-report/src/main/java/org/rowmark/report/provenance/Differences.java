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
 * The differences between the environments of configurations, and the facts that are the same.
 *
 * @param names of the configurations
 * @param intended differences that were requested or define the configuration: the product, its version, its driver
 * @param unexpected all other differences: each may be the reason for a result
 * @param machines differences between machines of different names; none where all ran on one
 * @param times of connections, whether they differ or not
 * @param identical facts that are the same everywhere
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

    /** Round trips to servers of the same kind that differ by a greater factor are not noise. */
    private static final double MOST_ROUND_TRIP = 2;

    private static final String DEFAULT = "(default)";

    /**
     * A fact with more than one value.
     *
     * @param name of the fact
     * @param values by configuration, empty where it has none
     */
    public record Difference(String name, List<String> values) {}

    /** Returns the differences between the targets of one run, or between the two sources of a comparison. */
    public static Differences of(List<Provenance> sources) {
        if (sources.size() > 1) {
            return between(sources.stream().map(EnvironmentFacts::of).toList(), true);
        }
        List<TargetFacts> targets =
                sources.stream().flatMap(source -> source.targets().stream()).toList();
        // settings of different products are unrelated
        boolean isSameProduct =
                targets.stream().map(TargetFacts::database).distinct().count() == 1;
        return targets.size() > 1
                ? between(targets.stream().map(EnvironmentFacts::of).toList(), isSameProduct)
                : NONE;
    }

    private static Differences between(List<EnvironmentFacts> sides, boolean withSettings) {
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
            boolean hasDefault = scope == Scope.CHANGED || scope == Scope.PROPERTY;
            List<String> values = sides.stream()
                    .map(side -> side.value(name, hasDefault ? DEFAULT : ""))
                    .toList();
            if (!hasDefault || sides.stream().allMatch(side -> side.has(scope))) {
                differences.add(new Difference(name, values), scope, sides, withSettings);
            }
        });
        return differences;
    }

    private void add(Difference item, Scope scope, List<EnvironmentFacts> sides, boolean withSettings) {
        List<String> known = item.values().stream()
                .filter(Predicate.not(String::isEmpty))
                .distinct()
                .toList();
        boolean isComplete = !item.values().contains("");
        switch (scope) {
            case TIME -> {
                times.add(item);
                if (isFar(item, sides)) {
                    unexpected.add(item);
                }
            }
            case MACHINE, DATA -> {
                if (known.size() > 1) {
                    boolean isOfMachine = EnvironmentFacts.isOfMachine(item.name()) && areTwoMachines(sides);
                    (isOfMachine ? machines : unexpected).add(item);
                } else if (isComplete) {
                    identical.add(new Fact(item.name(), known.get(0)));
                }
            }
            case FACT, CHANGED, PROPERTY -> {
                if (item.values().stream().distinct().count() == 1) {
                    identical.add(new Fact(item.name(), item.values().get(0)));
                } else if (isIntended(item.name(), sides)) {
                    intended.add(item);
                } else if (withSettings || item.name().equals(EnvironmentFacts.ISOLATION)) {
                    unexpected.add(item);
                }
            }
        }
    }

    /** Returns whether a difference was intended; another version of a server has its own programs. */
    private static boolean isIntended(String name, List<EnvironmentFacts> sides) {
        int program = name.indexOf(Provenance.PROGRAM);
        return EnvironmentFacts.IDENTITY.contains(name)
                || (program >= 0 && !isSame(name.substring(0, program) + "Version", sides))
                || sides.stream().anyMatch(side -> side.isRequested(name));
    }

    /** Returns whether round trips to servers that were reached in the same way differ by more than noise. */
    private static boolean isFar(Difference time, List<EnvironmentFacts> sides) {
        double[] nanos = time.values().stream()
                .flatMapToDouble(value -> EnvironmentFacts.nanos(value).stream())
                .sorted()
                .toArray();
        int colon = time.name().lastIndexOf(": ");
        String target = colon < 0 ? "" : time.name().substring(0, colon + 2);
        return EnvironmentFacts.isRoundTrip(time.name())
                && nanos.length > 1
                && nanos[nanos.length - 1] > MOST_ROUND_TRIP * nanos[0]
                && isSame(target + "Product", sides)
                && isSame(target + "Server", sides);
    }

    private static boolean isSame(String name, List<EnvironmentFacts> sides) {
        return sides.stream().map(side -> side.value(name, "")).distinct().count() == 1;
    }

    private static boolean areTwoMachines(List<EnvironmentFacts> sides) {
        return sides.stream()
                        .map(EnvironmentFacts::machine)
                        .filter(Predicate.not(String::isEmpty))
                        .distinct()
                        .count()
                > 1;
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }
}
