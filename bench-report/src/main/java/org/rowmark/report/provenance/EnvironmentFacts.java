package org.rowmark.report.provenance;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.rowmark.result.TargetFacts;

/**
 * The environment of one side of a comparison.
 *
 * @param name of the side
 * @param machine name of its machine, or what comes nearest to one; empty where nobody tells
 * @param items by name
 * @param asked names of items that were asked for
 */
record EnvironmentFacts(String name, String machine, Map<String, Item> items, Set<String> asked) {
    /** What a difference in an item means. */
    enum Scope {
        /** A side that lacks it differs. */
        FACT,
        /** A setting that is not at its default, or a property of the connection: a side that lacks it is at its default. */
        CHANGED,
        PROPERTY,
        /** Known of a machine, or of generated data: nothing follows where a side does not tell. */
        MACHINE,
        DATA,
        /** A time that was measured: it always differs a little. */
        TIME
    }

    /** @param value as it is shown */
    record Item(String value, Scope scope) {}

    /** What makes a configuration what it is. */
    static final Set<String> IDENTITY = Set.of("Product", "Version", "Server", "Driver", "Durability");

    private static final Set<String> CONDUCT = Set.of("Warm-up", "Measurement", "Threads", "Load", "Size", "Rowmark");

    /** One target of a run. */
    static EnvironmentFacts of(TargetFacts target) {
        EnvironmentFacts of = named(target.name(), MachineFacts.machine(target));
        of.add(target, "", Map.of());
        return of;
    }

    /** A run on its machine: which target is which is told by its name. */
    static EnvironmentFacts of(Provenance source) {
        EnvironmentFacts whole = named(source.name(), source.host());
        Map<String, String> machine = new LinkedHashMap<>();
        source.environment().forEach(fact -> {
            boolean isOfMachine = MachineFacts.isOfMachine(fact.name());
            if (!source.isRepeated(fact)) {
                whole.put(
                        fact.name(),
                        fact.value(),
                        isOfMachine || !Provenance.isHead(fact) ? Scope.MACHINE : Scope.FACT);
            }
            machine.put(fact.name(), fact.value());
        });
        source.procedure().stream()
                .filter(fact -> CONDUCT.contains(fact.name()))
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

    boolean tells(Scope scope) {
        return items.values().stream().anyMatch(item -> item.scope() == scope);
    }

    private void put(String item, String value, Scope scope) {
        items.putIfAbsent(item, new Item(value, scope));
    }

    /** @param known of the machine already: what the target's says too is not said twice */
    private void add(TargetFacts target, String prefix, Map<String, String> known) {
        Provenance.facts(target).stream()
                .filter(fact -> IDENTITY.contains(fact.name()) || fact.name().startsWith(Provenance.PROGRAM))
                .forEach(fact -> put(prefix + fact.name(), fact.value(), Scope.FACT));
        Provenance.settings(target.serverSettings())
                .forEach(setting -> put(prefix + setting.name(), setting.value(), Scope.FACT));
        target.settings().forEach((name, value) -> {
            if (!items.containsKey(prefix + name.replace('-', '_'))) {
                put(prefix + name, value, Scope.FACT);
            }
        });
        target.environment().changedSettings().forEach((name, value) -> put(prefix + name, value, Scope.CHANGED));
        MachineFacts.properties(target)
                .forEach((name, value) -> put(prefix + MachineFacts.CONNECTION + name, value, Scope.PROPERTY));
        MachineFacts.measured(target).forEach((name, value) -> put(prefix + name, value, Scope.TIME));
        target.environment().data().forEach((name, value) -> put(prefix + MachineFacts.DATA + name, value, Scope.DATA));
        target.environment().host().forEach((name, value) -> {
            if (!value.equals(known.get(name))) {
                put(prefix + MachineFacts.SERVER_MACHINE + name, value, Scope.MACHINE);
            }
        });
        target.settings().keySet().forEach(name -> asked(prefix, name));
    }

    /** A setting may be asked for as {@code large-pages} and told as {@code large_pages}. */
    private void asked(String prefix, String name) {
        asked.add(prefix + name);
        asked.add(prefix + name.replace('-', '_'));
        asked.add(prefix + name.replace('_', '-'));
        asked.add(prefix + MachineFacts.CONNECTION + name);
    }
}
