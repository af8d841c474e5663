package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.result.TargetFacts;

/**
 * What the environments of the configurations differ in, and what is the same.
 *
 * @param names of the configurations
 * @param intended what was asked for, or is the configuration: the product, its version, its driver
 * @param unexpected everything else that differs: it may be the reason for what was found
 * @param identical what is the same everywhere
 */
record Differences(List<String> names, List<Difference> intended, List<Difference> unexpected, List<Fact> identical) {
    /** What makes a configuration what it is. */
    private static final Set<String> IDENTITY = Set.of("Product", "Version", "Server", "Driver", "Durability");

    static final Differences NONE = new Differences(List.of(), List.of(), List.of(), List.of());

    /**
     * A fact with more than one value.
     *
     * @param name of the fact
     * @param values by configuration, empty where it has none
     */
    record Difference(String name, List<String> values) {}

    /** One side: facts by name, and the names of those that were asked for. */
    private record Environment(String name, Map<String, String> facts, Set<String> asked) {}

    /** Of the targets of one run, or of the two sources of a comparison. */
    static Differences of(List<Source> sources) {
        if (sources.size() > 1) {
            return of(sources.stream().map(Differences::whole).toList(), true);
        }
        List<Environment> targets = sources.stream()
                .flatMap(source -> source.targets().stream())
                .map(Differences::target)
                .toList();
        return targets.size() > 1 ? of(targets, sameProduct(sources.get(0).targets())) : NONE;
    }

    /** Settings of different products have nothing to do with each other. */
    private static boolean sameProduct(List<TargetFacts> targets) {
        return targets.stream().map(TargetFacts::database).distinct().count() == 1;
    }

    private static Differences of(List<Environment> environments, boolean withSettings) {
        Set<String> keys = new LinkedHashSet<>();
        environments.forEach(environment -> keys.addAll(environment.facts().keySet()));
        List<Difference> intended = new ArrayList<>();
        List<Difference> unexpected = new ArrayList<>();
        List<Fact> identical = new ArrayList<>();
        for (String key : keys) {
            List<String> values = environments.stream()
                    .map(environment -> environment.facts().getOrDefault(key, ""))
                    .toList();
            boolean isAsked = IDENTITY.contains(key)
                    || isOfOtherVersion(key, environments)
                    || environments.stream()
                            .anyMatch(environment -> environment.asked().contains(key));
            if (values.stream().distinct().count() == 1) {
                identical.add(new Fact(key, values.get(0)));
            } else if (isAsked) {
                intended.add(new Difference(key, values));
            } else if (withSettings) {
                unexpected.add(new Difference(key, values));
            }
        }
        return new Differences(environments.stream().map(Environment::name).toList(), intended, unexpected, identical);
    }

    /** A server of another version comes with programs of its own. */
    private static boolean isOfOtherVersion(String key, List<Environment> environments) {
        int program = key.indexOf(Source.PROGRAM);
        String version = program < 0 ? "" : key.substring(0, program) + "Version";
        return program >= 0
                && environments.stream()
                                .map(environment -> environment.facts().getOrDefault(version, ""))
                                .distinct()
                                .count()
                        > 1;
    }

    private static Environment target(TargetFacts target) {
        Map<String, String> facts = new LinkedHashMap<>();
        Source.facts(target).stream()
                .filter(fact -> IDENTITY.contains(fact.name()) || fact.name().startsWith(Source.PROGRAM))
                .forEach(fact -> facts.put(fact.name(), fact.value()));
        Source.settings(target.serverSettings()).forEach(setting -> facts.put(setting.name(), setting.value()));
        target.settings().forEach((name, value) -> {
            if (!facts.containsKey(name.replace('-', '_'))) {
                facts.put(name, value);
            }
        });
        return new Environment(target.name(), facts, normalised(target));
    }

    /** A setting may be asked for as {@code large-pages} and told as {@code large_pages}. */
    private static Set<String> normalised(TargetFacts target) {
        Set<String> asked = new LinkedHashSet<>();
        for (String name : target.settings().keySet()) {
            asked.add(name);
            asked.add(name.replace('-', '_'));
            asked.add(name.replace('_', '-'));
        }
        return asked;
    }

    /** A run on its machine: which target is which is told by its name. */
    private static Environment whole(Source source) {
        Map<String, String> facts = new LinkedHashMap<>();
        Set<String> asked = new LinkedHashSet<>();
        source.environment().forEach(fact -> facts.put(fact.name(), fact.value()));
        source.conduct().stream()
                .filter(fact -> Set.of("Warm-up", "Measurement", "Threads", "Load", "Size", "Rowmark")
                        .contains(fact.name()))
                .forEach(fact -> facts.put(fact.name(), fact.value()));
        boolean isOnly = source.targets().size() == 1;
        for (TargetFacts target : source.targets()) {
            Environment of = target(target);
            of.facts().forEach((name, value) -> facts.put(isOnly ? name : target.name() + ": " + name, value));
            of.asked().forEach(name -> asked.add(isOnly ? name : target.name() + ": " + name));
        }
        return new Environment(source.name(), facts, asked);
    }

    boolean isEmpty() {
        return names.isEmpty();
    }
}
