package org.rowmark.report.provenance;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.Strings;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.Environment;
import org.rowmark.result.MemoryFacts;
import org.rowmark.result.TargetEnvironment;
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

    /** Speeds of one thread that differ by a greater factor are not noise. */
    private static final double MOST_SPEED = 1.1;

    private static final String DEFAULT = "(default)";
    private static final String CONNECTION = "Connection: ";

    /** The fact that matters between different products, too: what transactions may see, and wait for. */
    private static final String ISOLATION = CONNECTION + "isolation level";

    private static final String DATA = "Data: ";
    private static final String PLACEMENT = "Placement";

    private static final String LARGE_PAGES = "large_pages";

    /** Facts that change with that setting, where servers have other names for it. */
    private static final Set<String> OF_LARGE_PAGES = Set.of("huge_pages", "huge_pages_status", "huge pages held");

    /** Facts that change with {@link MemoryFacts#SETTING} beside the server's own setting. */
    private static final Set<String> OF_MEMORY = Set.of(
            MemoryFacts.IN_FORCE,
            MemoryFacts.LIMIT,
            "innodb_buffer_pool_chunk_size",
            "info.CACHE_MAX_SIZE",
            "page_buffers");

    /** Facts that identify a configuration. */
    private static final Set<String> IDENTITY =
            Set.of("Product", "Version", "Server", PLACEMENT, "Driver", "Durability", "Link");

    private static final Set<String> PROCEDURE = Set.of("Warm-up", "Measurement", "Threads", "Load", "Size", "Rowmark");

    /** Names of the machine that a server may report, the most specific first. */
    private static final List<String> HOST_NAMES = List.of("host", "host name", "hostname", "machine", "os");

    /** Rowmark and the software that it brings, which can be the same on two machines. */
    private static final Pattern SOFTWARE = Pattern.compile("(?i)(jvm|java|rowmark|suite|commit|driver)\\b.*");

    private static final Pattern TIME = Pattern.compile("([0-9][0-9,]*(?:\\.[0-9]+)?) ?(ns|us|µs|ms|s)\\b.*");
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);

    /**
     * A fact with more than one value.
     *
     * @param name of the fact
     * @param values by configuration, empty where it has none
     */
    public record Difference(String name, List<String> values) {}

    /** The meaning of a difference in an item. */
    private enum Scope {
        /** A side that lacks it differs. */
        FACT,
        /** A setting that is not at its default: a side that lacks it is at its default. */
        CHANGED,
        /** The same of a property of the connection. */
        PROPERTY,
        /** Known of a machine, or of generated data: a side that lacks it is no difference. */
        MACHINE,
        /** A time that was measured: it always differs a little. */
        TIME
    }

    private record Item(String value, Scope scope) {}

    /**
     * The environment of one side.
     *
     * @param machine name of its machine, or the nearest equivalent; empty where it is unknown
     * @param items by name
     * @param requested names of items that were requested, with an underscore for each hyphen
     */
    private record Side(String name, String machine, Map<String, Item> items, Set<String> requested) {
        /** Creates a side without items. */
        Side(String name, String machine) {
            this(name, machine, new LinkedHashMap<>(), new HashSet<>());
        }

        /** Returns the facts of one target of a run. */
        static Side of(TargetFacts target) {
            Map<String, String> host = target.environment().host();
            String machine = HOST_NAMES.stream()
                    .filter(host::containsKey)
                    .map(host::get)
                    .findFirst()
                    .orElse("");
            Side side = new Side(target.name(), machine);
            side.add(target, "", List.of());
            return side;
        }

        /**
         * Returns the facts of a run on its machine; items of its targets begin with their name where there are
         * several.
         */
        static Side of(Provenance source) {
            Side side = new Side(source.name(), source.host());
            source.environment().stream()
                    .filter(fact -> !source.isRepeated(fact))
                    .forEach(fact -> {
                        boolean isOfMachine = isOfMachine(fact.name()) || !Provenance.isHead(fact);
                        side.put(fact.name(), fact.value(), isOfMachine ? Scope.MACHINE : Scope.FACT);
                    });
            source.procedure().stream()
                    .filter(fact -> PROCEDURE.contains(fact.name()))
                    .forEach(fact -> side.put(fact.name(), fact.value(), Scope.FACT));
            boolean isOnly = source.targets().size() == 1;
            source.targets()
                    .forEach(target -> side.add(target, isOnly ? "" : target.name() + ": ", source.environment()));
            return side;
        }

        String value(String item, String otherwise) {
            return items.containsKey(item) ? items.get(item).value() : otherwise;
        }

        boolean has(Scope scope) {
            return items.values().stream().anyMatch(item -> item.scope() == scope);
        }

        boolean isRequested(String item) {
            return requested.contains(underscored(item.replace(CONNECTION, "")));
        }

        private void put(String item, String value, Scope scope) {
            items.putIfAbsent(item, new Item(value, scope));
        }

        /** @param known facts of the machine, which those of the target's machine do not repeat */
        private void add(TargetFacts target, String prefix, List<Fact> known) {
            Provenance.facts(target).stream()
                    .filter(fact ->
                            IDENTITY.contains(fact.name()) || fact.name().startsWith(Provenance.PROGRAM))
                    .forEach(fact -> put(prefix + fact.name(), fact.value(), Scope.FACT));
            target.serverSettings().forEach((name, value) -> put(prefix + name, value, Scope.FACT));
            target.settings().forEach((name, value) -> {
                if (!items.containsKey(prefix + underscored(name))) {
                    put(prefix + name, value, Scope.FACT);
                }
                requested.add(underscored(prefix + name));
                if (underscored(name).equals(LARGE_PAGES)) {
                    OF_LARGE_PAGES.forEach(fact -> requested.add(prefix + fact));
                }
                if (underscored(name).equals(MemoryFacts.SETTING)) {
                    OF_MEMORY.forEach(fact -> requested.add(prefix + fact));
                }
            });
            TargetEnvironment environment = target.environment();
            environment.changedSettings().forEach((name, value) -> put(prefix + name, value, Scope.CHANGED));
            environment.connection().forEach((name, value) -> {
                boolean isMeasured = isRoundTrip(name) || Strings.CI.startsWith(name, "connect");
                if (isMeasured && nanos(value).isPresent()) {
                    put(prefix + name, value, Scope.TIME);
                } else {
                    put(prefix + CONNECTION + name, value, Scope.PROPERTY);
                }
            });
            environment
                    .dataOrigin()
                    .filter(origin -> origin.copyMillis().isPresent())
                    .ifPresent(origin -> put(prefix + DATA + "files", "copied from the cache", Scope.FACT));
            environment.data().forEach((name, value) -> put(prefix + DATA + name, value, Scope.MACHINE));
            environment.host().forEach((name, value) -> {
                if (!known.contains(new Fact(name, value))) {
                    put(prefix + "Machine: " + name, value, Scope.MACHINE);
                }
            });
        }

        /** Replaces hyphens: a setting may be requested as {@code large-pages} and reported as {@code large_pages}. */
        private static String underscored(String name) {
            return name.replace('-', '_');
        }
    }

    /** Returns the differences between the targets of one run, or between the two sources of a comparison. */
    public static Differences of(List<Provenance> sources) {
        if (sources.size() > 1) {
            return between(sources.stream().map(Side::of).toList(), true);
        }
        List<TargetFacts> targets =
                sources.stream().flatMap(source -> source.targets().stream()).toList();
        // settings of different products are unrelated
        boolean isSameProduct =
                targets.stream().map(TargetFacts::database).distinct().count() == 1;
        return targets.size() > 1 ? between(targets.stream().map(Side::of).toList(), isSameProduct) : NONE;
    }

    private static Differences between(List<Side> sides, boolean withSettings) {
        List<String> names = sides.stream().map(Side::name).toList();
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

    private void add(Difference item, Scope scope, List<Side> sides, boolean withSettings) {
        List<String> values = item.values().stream().distinct().toList();
        if (item.name().equals(Environment.SPEED) && !isOtherSpeed(item.values())) {
            return; // it always differs a little
        }
        if (scope == Scope.TIME) {
            times.add(item);
            if (isFar(item, sides)) {
                unexpected.add(item);
            }
        } else if (values.size() == 1 && (scope != Scope.MACHINE || !values.contains(""))) {
            identical.add(new Fact(item.name(), values.get(0)));
        } else if (scope == Scope.MACHINE) {
            if (known(values.stream()) > 1) {
                boolean areTwo = known(sides.stream().map(Side::machine)) > 1;
                (areTwo && isOfMachine(item.name()) ? machines : unexpected).add(item);
            }
        } else if (isIntended(item.name(), sides)) {
            intended.add(item);
        } else if (withSettings || item.name().equals(ISOLATION)) {
            unexpected.add(item);
        }
    }

    private static long known(Stream<String> values) {
        return values.filter(value -> !value.isEmpty()).distinct().count();
    }

    /**
     * Returns whether a difference was intended; another version of a server has its own programs, and another
     * placement the driver's own properties for sockets.
     */
    private static boolean isIntended(String name, List<Side> sides) {
        int program = name.indexOf(Provenance.PROGRAM);
        int property = name.indexOf(CONNECTION);
        return IDENTITY.contains(name)
                || (property >= 0
                        && Strings.CI.contains(name, "socket")
                        && !isSame(name.substring(0, property) + PLACEMENT, sides))
                || (program >= 0 && !isSame(name.substring(0, program) + "Version", sides))
                || sides.stream().anyMatch(side -> side.isRequested(name));
    }

    /** Returns whether round trips to servers that were reached in the same way differ by more than noise. */
    private static boolean isFar(Difference time, List<Side> sides) {
        DoubleSummaryStatistics nanos = time.values().stream()
                .flatMapToDouble(value -> nanos(value).stream())
                .summaryStatistics();
        int colon = time.name().lastIndexOf(": ");
        String target = colon < 0 ? "" : time.name().substring(0, colon + 2);
        return isRoundTrip(time.name())
                && nanos.getMax() > MOST_ROUND_TRIP * nanos.getMin()
                && isSame(target + "Product", sides)
                && isSame(target + "Server", sides)
                && isSame(target + PLACEMENT, sides)
                && isSame(target + "Link", sides);
    }

    private static boolean isSame(String name, List<Side> sides) {
        return sides.stream().map(side -> side.value(name, "")).distinct().count() == 1;
    }

    /** Returns whether an item, with its prefixes, is a fact of the hardware or its operating system. */
    private static boolean isOfMachine(String item) {
        String name = item.substring(item.lastIndexOf(": ") + 1).strip();
        return !item.contains(DATA) && !SOFTWARE.matcher(name).matches();
    }

    /** Returns whether speeds differ by more than noise, or one of them is unknown. */
    private static boolean isOtherSpeed(List<String> texts) {
        DoubleSummaryStatistics speeds = texts.stream()
                .mapToDouble(text -> Numbers.parsed(text.split(" ", 2)[0]).orElse(0))
                .summaryStatistics();
        return speeds.getMax() > MOST_SPEED * speeds.getMin();
    }

    /** Returns whether a measured time is that of a round trip; the time of connecting varies too much to be judged. */
    private static boolean isRoundTrip(String item) {
        return Strings.CI.contains(item, "round trip");
    }

    /** Returns the nanoseconds of {@code 0.045 ms}; empty if it is not a time. */
    private static OptionalDouble nanos(String value) {
        Matcher time = TIME.matcher(value);
        return time.matches()
                ? OptionalDouble.of(Double.parseDouble(time.group(1).replace(",", "")) * NANOS.get(time.group(2)))
                : OptionalDouble.empty();
    }
}
