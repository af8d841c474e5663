package org.rowmark.report.provenance;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.result.TargetFacts;

/**
 * The environment of one side of a comparison.
 *
 * @param name of the side
 * @param machine name of its machine, or the nearest equivalent; empty where it is unknown
 * @param items by name
 * @param requested names of items that were requested, with an underscore for each hyphen
 */
record EnvironmentFacts(String name, String machine, Map<String, Item> items, Set<String> requested) {
    /** The meaning of a difference in an item. */
    enum Scope {
        /** A side that lacks it differs. */
        FACT,
        /**
         * A setting that is not at its default, or a property of the connection: a side that lacks it is at its
         * default.
         */
        CHANGED,
        PROPERTY,
        /** Known of a machine, or of generated data: a side that lacks it is no difference. */
        MACHINE,
        DATA,
        /** A time that was measured: it always differs a little. */
        TIME
    }

    /** @param value as shown */
    record Item(String value, Scope scope) {}

    /** Facts that identify a configuration. */
    static final Set<String> IDENTITY = Set.of("Product", "Version", "Server", "Driver", "Durability");

    private static final Set<String> PROCEDURE = Set.of("Warm-up", "Measurement", "Threads", "Load", "Size", "Rowmark");

    private static final String SERVER_MACHINE = "Machine: ";
    private static final String CONNECTION = "Connection: ";
    private static final String DATA = "Data: ";

    /** The fact that matters between different products, too: what transactions may see, and wait for. */
    static final String ISOLATION = CONNECTION + "isolation level";

    /** Names of the machine that a server may report, the most specific first. */
    private static final List<String> HOST_NAMES = List.of("host", "host name", "hostname", "machine", "os");

    /** Rowmark and the software that it brings, which can be the same on two machines. */
    private static final Pattern SOFTWARE = Pattern.compile("(jvm|java|rowmark|suite|commit|driver)\\b.*");

    private static final Pattern TIME = Pattern.compile("([0-9][0-9,]*(?:\\.[0-9]+)?) ?(ns|us|µs|ms|s)\\b.*");
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);

    /** Returns the facts of one target of a run. */
    static EnvironmentFacts of(TargetFacts target) {
        Map<String, String> host = target.environment().host();
        EnvironmentFacts facts = named(
                target.name(),
                HOST_NAMES.stream()
                        .map(host::get)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(""));
        facts.add(target, "", Map.of());
        return facts;
    }

    /**
     * Returns the facts of a run on its machine; items of its targets begin with their name where there are several.
     */
    static EnvironmentFacts of(Provenance source) {
        EnvironmentFacts whole = named(source.name(), source.host());
        Map<String, String> machine = new LinkedHashMap<>();
        source.environment().forEach(fact -> {
            boolean isOfMachine = isOfMachine(fact.name()) || !Provenance.isHead(fact);
            if (!source.isRepeated(fact)) {
                whole.put(fact.name(), fact.value(), isOfMachine ? Scope.MACHINE : Scope.FACT);
            }
            machine.put(fact.name(), fact.value());
        });
        source.procedure().stream()
                .filter(fact -> PROCEDURE.contains(fact.name()))
                .forEach(fact -> whole.put(fact.name(), fact.value(), Scope.FACT));
        boolean isOnly = source.targets().size() == 1;
        source.targets().forEach(target -> whole.add(target, isOnly ? "" : target.name() + ": ", machine));
        return whole;
    }

    private static EnvironmentFacts named(String name, String machine) {
        return new EnvironmentFacts(name, machine, new LinkedHashMap<>(), new LinkedHashSet<>());
    }

    String value(String item, String otherwise) {
        return items.containsKey(item) ? items.get(item).value() : otherwise;
    }

    boolean has(Scope scope) {
        return items.values().stream().anyMatch(item -> item.scope() == scope);
    }

    boolean isRequested(String item) {
        return requested.contains(underscored(item));
    }

    /** Returns whether an item, with its prefixes, is a fact of the hardware or its operating system. */
    static boolean isOfMachine(String item) {
        String name = item.substring(item.lastIndexOf(": ") + 1).strip();
        return !item.contains(DATA) && !SOFTWARE.matcher(lower(name)).matches();
    }

    /** Returns whether a measured time is that of a round trip; the time of connecting varies too much to be judged. */
    static boolean isRoundTrip(String item) {
        return lower(item).contains("round trip");
    }

    /** Returns the nanoseconds of {@code 0.045 ms}; empty if it is not a time. */
    static OptionalDouble nanos(String value) {
        Matcher time = TIME.matcher(value);
        return time.matches()
                ? OptionalDouble.of(Double.parseDouble(time.group(1).replace(",", "")) * NANOS.get(time.group(2)))
                : OptionalDouble.empty();
    }

    private void put(String item, String value, Scope scope) {
        items.putIfAbsent(item, new Item(value, scope));
    }

    /** @param known facts of the machine, which those of the target's machine do not repeat */
    private void add(TargetFacts target, String prefix, Map<String, String> known) {
        Provenance.facts(target).stream()
                .filter(fact -> IDENTITY.contains(fact.name()) || fact.name().startsWith(Provenance.PROGRAM))
                .forEach(fact -> put(prefix + fact.name(), fact.value(), Scope.FACT));
        Provenance.settings(target.serverSettings())
                .forEach(setting -> put(prefix + setting.name(), setting.value(), Scope.FACT));
        target.settings().forEach((name, value) -> {
            if (!items.containsKey(prefix + underscored(name))) {
                put(prefix + name, value, Scope.FACT);
            }
            requested.add(underscored(prefix + name));
            requested.add(underscored(prefix + CONNECTION + name));
        });
        target.environment().changedSettings().forEach((name, value) -> put(prefix + name, value, Scope.CHANGED));
        target.environment().connection().forEach((name, value) -> {
            boolean isMeasured = isRoundTrip(name) || lower(name).startsWith("connect");
            if (isMeasured && nanos(value).isPresent()) {
                put(prefix + name, value, Scope.TIME);
            } else {
                put(prefix + CONNECTION + name, value, Scope.PROPERTY);
            }
        });
        target.environment().data().forEach((name, value) -> put(prefix + DATA + name, value, Scope.DATA));
        target.environment().host().forEach((name, value) -> {
            if (!value.equals(known.get(name))) {
                put(prefix + SERVER_MACHINE + name, value, Scope.MACHINE);
            }
        });
    }

    /** Replaces hyphens: a setting may be requested as {@code large-pages} and reported as {@code large_pages}. */
    private static String underscored(String name) {
        return name.replace('-', '_');
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
