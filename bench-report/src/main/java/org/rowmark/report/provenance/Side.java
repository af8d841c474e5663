package org.rowmark.report.provenance;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.Strings;
import org.rowmark.report.format.Fact;
import org.rowmark.result.MemoryFacts;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/**
 * The environment of one side of a comparison: a target, or a run with its machine.
 *
 * @param machine name of its machine, or the nearest equivalent; empty where it is unknown
 * @param requested names of items that were requested, with an underscore for each hyphen
 */
record Side(String name, String machine, Map<String, Item> items, Set<String> requested) {
    static final String CONNECTION = "Connection: ";

    private static final String DATA = "Data: ";
    static final String PLACEMENT = "Placement";

    /** Facts that identify a configuration. */
    static final Set<String> IDENTITY =
            Set.of("Product", "Version", "Server", PLACEMENT, "Driver", "Durability", "Link", Provenance.JVM);

    /** Facts that change with a setting, where servers have other names for it, or Rowmark has its own. */
    private static final Map<String, Set<String>> FOLLOWING = Map.of(
            "large_pages",
            Set.of("huge_pages", "huge_pages_status", "huge pages held"),
            MemoryFacts.SETTING,
            Set.of(MemoryFacts.IN_FORCE, MemoryFacts.LIMIT));

    private static final Set<String> PROCEDURE = Set.of("Warm-up", "Measurement", "Threads", "Load", "Size", "Rowmark");

    /** Names of the machine that a server may report, the most specific first. */
    private static final List<String> HOST_NAMES = List.of("host", "host name", "hostname", "machine", "os");

    /** Rowmark and the software that it brings, which can be the same on two machines. */
    private static final Pattern SOFTWARE = Pattern.compile("(?i)(jvm|java|rowmark|suite|commit|driver)\\b.*");

    private static final Pattern TIME = Pattern.compile("([0-9][0-9,]*(?:\\.[0-9]+)?) ?(ns|us|µs|ms|s)\\b.*");
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);

    /** The meaning of a difference in an item. */
    enum Scope {
        /** A side that lacks it differs. */
        FACT,
        /** A setting that is not at its default: a side that lacks it is at its default. */
        CHANGED,
        /** The same of a property of the connection. */
        PROPERTY,
        /** Known of a machine, or of generated data: a side that lacks it is no difference. */
        MACHINE,
        /** A measured time, which always differs a little. */
        ROUND_TRIP
    }

    record Item(String value, Scope scope) {}

    Side(String name, String machine) {
        this(name, machine, new LinkedHashMap<>(), new HashSet<>());
    }

    static Side of(TargetFacts target) {
        Map<String, String> host = target.environment().host();
        Optional<String> machine = HOST_NAMES.stream().filter(host::containsKey).findFirst();
        Side side = new Side(target.name(), machine.map(host::get).orElse(""));
        side.add(target, "", List.of());
        return side;
    }

    /**
     * Returns the facts of a run on its machine; items of its targets begin with their name where there are
     * several.
     */
    static Side of(Provenance source) {
        Side side = new Side(source.name(), source.host());
        source.environment().forEach(fact -> {
            boolean isOfMachine = isOfMachine(fact.name()) || !Provenance.isHead(fact);
            side.put(fact.name(), fact.value(), isOfMachine ? Scope.MACHINE : Scope.FACT);
        });
        source.procedure().stream()
                .filter(fact -> PROCEDURE.contains(fact.name()))
                .forEach(fact -> side.put(fact.name(), fact.value(), Scope.FACT));
        boolean isOnly = source.targets().size() == 1;
        source.targets().forEach(target -> side.add(target, isOnly ? "" : target.name() + ": ", source.environment()));
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
                .filter(fact -> IDENTITY.contains(fact.name()) || fact.name().startsWith(Provenance.PROGRAM))
                .forEach(fact -> put(prefix + fact.name(), fact.value(), Scope.FACT));
        target.serverSettings().forEach((name, value) -> put(prefix + name, value, Scope.FACT));
        target.settings().forEach((name, value) -> {
            if (!items.containsKey(prefix + underscored(name))) {
                put(prefix + name, value, Scope.FACT);
            }
            requested.add(underscored(prefix + name));
            FOLLOWING.getOrDefault(underscored(name), Set.of()).forEach(fact -> requested.add(prefix + fact));
        });
        target.followingSettings().forEach(name -> requested.add(underscored(prefix + name)));
        TargetEnvironment environment = target.environment();
        environment.changedSettings().forEach((name, value) -> put(prefix + name, value, Scope.CHANGED));
        environment.connection().forEach((name, value) -> {
            boolean isRoundTrip = Strings.CI.contains(name, "round trip");
            boolean isMeasured = isRoundTrip || Strings.CI.startsWith(name, "connect");
            if (!isMeasured || nanos(value).isEmpty()) {
                put(prefix + CONNECTION + name, value, Scope.PROPERTY);
            } else if (isRoundTrip) { // the time of connecting varies too much to be judged
                put(prefix + name, value, Scope.ROUND_TRIP);
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

    /** Returns whether an item, with its prefixes, is a fact of the hardware or its operating system. */
    static boolean isOfMachine(String item) {
        String name = item.substring(item.lastIndexOf(": ") + 1).strip();
        return !item.contains(DATA) && !SOFTWARE.matcher(name).matches();
    }

    /** Returns the nanoseconds of {@code 0.045 ms}; empty if it is not a time. */
    static OptionalDouble nanos(String value) {
        Matcher time = TIME.matcher(value);
        return time.matches()
                ? OptionalDouble.of(Double.parseDouble(time.group(1).replace(",", "")) * NANOS.get(time.group(2)))
                : OptionalDouble.empty();
    }
}
