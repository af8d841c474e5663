package org.rowmark.report.provenance;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

    public static final Differences NONE = between(List.of(), true);

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
        List<String> names = sides.stream().map(EnvironmentFacts::name).toList();
        Differences differences = new Differences(
                names, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
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
        List<String> values = item.values().stream().distinct().toList();
        if (scope == Scope.TIME) {
            times.add(item);
            if (isFar(item, sides)) {
                unexpected.add(item);
            }
        } else if (values.size() == 1 && (scope != Scope.MACHINE || !values.contains(""))) {
            identical.add(new Fact(item.name(), values.get(0)));
        } else if (scope == Scope.MACHINE) {
            if (known(values.stream()) > 1) {
                boolean areTwo = known(sides.stream().map(EnvironmentFacts::machine)) > 1;
                (areTwo && EnvironmentFacts.isOfMachine(item.name()) ? machines : unexpected).add(item);
            }
        } else if (isIntended(item.name(), sides)) {
            intended.add(item);
        } else if (withSettings) {
            unexpected.add(item);
        }
    }

    private static long known(Stream<String> values) {
        return values.filter(value -> !value.isEmpty()).distinct().count();
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
        DoubleSummaryStatistics nanos = time.values().stream()
                .flatMapToDouble(value -> EnvironmentFacts.nanos(value).stream())
                .summaryStatistics();
        int colon = time.name().lastIndexOf(": ");
        String target = colon < 0 ? "" : time.name().substring(0, colon + 2);
        return EnvironmentFacts.isRoundTrip(time.name())
                && nanos.getMax() > MOST_ROUND_TRIP * nanos.getMin()
                && isSame(target + "Product", sides)
                && isSame(target + "Server", sides);
    }

    private static boolean isSame(String name, List<EnvironmentFacts> sides) {
        return sides.stream().map(side -> side.value(name, "")).distinct().count() == 1;
    }
}
