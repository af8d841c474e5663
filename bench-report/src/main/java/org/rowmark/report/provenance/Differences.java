package org.rowmark.report.provenance;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.lang3.Strings;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.Environment;
import org.rowmark.result.TargetFacts;

/**
 * The differences between the environments of configurations, and the facts that are the same.
 *
 * @param intended differences that were requested or define the configuration: the product, its version, its driver
 * @param unexpected all other differences: each may be the reason for a result
 * @param machines differences between machines of different names; none where all ran on one
 */
public record Differences(
        List<String> names,
        List<Difference> intended,
        List<Difference> unexpected,
        List<Difference> machines,
        List<Fact> identical) {
    public static final Differences NONE = between(List.of(), true);

    /** Round trips to servers of the same kind that differ by a greater factor are not noise. */
    private static final double MOST_ROUND_TRIP = 2;

    /** Speeds of one thread that differ by a greater factor are not noise. */
    private static final double MOST_SPEED = 1.1;

    private static final String DEFAULT = "(default)";

    /** The fact whose values begin with what a commit waits for. */
    public static final String DURABILITY = "Durability";

    /** The facts that matter between different products, too: what transactions may see, and wait for. */
    private static final Set<String> OF_ALL_PRODUCTS = Set.of(DURABILITY, Side.CONNECTION + "isolation level");

    /**
     * A fact with more than one value.
     *
     * @param values by configuration, empty where it has none
     */
    public record Difference(String name, List<String> values) {}

    /** Returns the differences between the targets of one run, or between the two sources of a comparison. */
    public static Differences of(List<Provenance> sources) {
        if (sources.size() > 1) {
            return between(sources.stream().map(Side::of).toList(), true);
        }
        List<TargetFacts> targets = sources.stream()
                .flatMap(source -> source.targets().stream())
                .filter(TargetFacts::hasStarted)
                .toList();
        // settings of different products are unrelated
        boolean isSameProduct =
                targets.stream().map(TargetFacts::database).distinct().count() == 1;
        return targets.size() > 1 ? between(targets.stream().map(Side::of).toList(), isSameProduct) : NONE;
    }

    private static Differences between(List<Side> sides, boolean withSettings) {
        List<String> names = sides.stream().map(Side::name).toList();
        Differences differences =
                new Differences(names, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<String, Side.Scope> items = new LinkedHashMap<>();
        sides.forEach(side -> side.items().forEach((name, item) -> items.putIfAbsent(name, item.scope())));
        items.forEach((name, scope) -> {
            boolean hasDefault = scope == Side.Scope.CHANGED || scope == Side.Scope.PROPERTY;
            List<String> values = sides.stream()
                    .map(side -> side.value(name, hasDefault ? DEFAULT : ""))
                    .toList();
            if (!hasDefault || sides.stream().allMatch(side -> side.has(scope))) {
                differences.add(new Difference(name, values), scope, sides, withSettings);
            }
        });
        return differences;
    }

    private void add(Difference item, Side.Scope scope, List<Side> sides, boolean withSettings) {
        List<String> values = item.values().stream().distinct().toList();
        DoubleSummaryStatistics speeds = item.values().stream()
                .mapToDouble(text -> Numbers.parsed(text.split(" ", 2)[0]).orElse(0))
                .summaryStatistics();
        if (item.name().equals(Environment.SPEED) && speeds.getMax() <= MOST_SPEED * speeds.getMin()) {
            return; // it always differs a little
        }
        if (scope == Side.Scope.ROUND_TRIP) {
            if (isFar(item, sides)) {
                unexpected.add(item);
            }
        } else if (values.size() == 1 && (scope != Side.Scope.MACHINE || !values.contains(""))) {
            identical.add(new Fact(item.name(), values.get(0)));
        } else if (scope == Side.Scope.MACHINE) {
            if (known(values.stream()) > 1) {
                boolean areTwo = known(sides.stream().map(Side::machine)) > 1;
                (areTwo && Side.isOfMachine(item.name()) ? machines : unexpected).add(item);
            }
        } else if (isIntended(item.name(), sides)) {
            intended.add(item);
        } else if (withSettings || OF_ALL_PRODUCTS.contains(item.name())) {
            unexpected.add(item);
        }
    }

    private static long known(Stream<String> values) {
        return values.filter(value -> !value.isEmpty()).distinct().count();
    }

    /**
     * Returns whether a difference was intended: of durability, if a commit waits for the same everywhere, whatever the
     * reasons are, or the sides are of one product and differ in a setting that was requested. Another version of a
     * server has its own programs, and another placement the driver's own properties for sockets.
     */
    private static boolean isIntended(String name, List<Side> sides) {
        if (name.equals(DURABILITY)) {
            return known(sides.stream().map(side -> Cell.promise(side.value(DURABILITY, "")))) < 2
                    || (isSame("Product", sides)
                            && sides.stream()
                                    .flatMap(side -> side.items().keySet().stream())
                                    .anyMatch(item -> !isSame(item, sides) && isRequested(item, sides)));
        }
        int program = name.indexOf(Provenance.PROGRAM);
        int property = name.indexOf(Side.CONNECTION);
        return Side.IDENTITY.contains(name)
                || (property >= 0
                        && Strings.CI.contains(name, "socket")
                        && !isSame(name.substring(0, property) + Side.PLACEMENT, sides))
                || (program >= 0 && !isSame(name.substring(0, program) + "Version", sides))
                || isRequested(name, sides);
    }

    private static boolean isRequested(String name, List<Side> sides) {
        return sides.stream().anyMatch(side -> side.isRequested(name));
    }

    /** Returns whether round trips to servers that were reached in the same way differ by more than noise. */
    private static boolean isFar(Difference time, List<Side> sides) {
        DoubleSummaryStatistics nanos = time.values().stream()
                .flatMapToDouble(value -> Side.nanos(value).stream())
                .summaryStatistics();
        int colon = time.name().lastIndexOf(": ");
        String target = colon < 0 ? "" : time.name().substring(0, colon + 2);
        return nanos.getMax() > MOST_ROUND_TRIP * nanos.getMin()
                && Stream.of("Product", "Server", Side.PLACEMENT, "Link").allMatch(of -> isSame(target + of, sides));
    }

    private static boolean isSame(String name, List<Side> sides) {
        return sides.stream().map(side -> side.value(name, "")).distinct().count() == 1;
    }
}
