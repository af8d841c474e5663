package org.rowmark.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.StringSubstitutor;
import org.openjdk.jmh.annotations.Mode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Db;
import org.rowmark.options.RunOption;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/**
 * A benchmark class with one benchmark method.
 *
 * @param name the class's name in lower case with dashes
 * @param benchmark JMH's full name of the method
 * @param mode JMH's mode, unless the user sets another
 * @param parameters default values by field name, in the order in which JMH lists them
 * @param options options of a run that it takes
 */
public record Workload(
        String name,
        Class<?> type,
        WorkloadInfo info,
        String benchmark,
        Mode mode,
        Map<String, List<String>> parameters,
        Set<RunOption<?>> options) {

    private static final String NO_BOUNDARY = "rows do not cross a boundary, references to them are handed out";

    public Workload {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Returns the name of a class: {@code InsertBatch} is {@code insert-batch}. */
    static String nameOf(String simpleClassName) {
        return simpleClassName.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    public boolean needsPreparation() {
        return info.preparation() != WorkloadPreparation.None.class;
    }

    public WorkloadPreparation newPreparation() {
        return create(info.preparation());
    }

    public boolean takes(RunOption<?> option) {
        return options.contains(option);
    }

    /** Returns whether it changes nothing in the database, unless an option of {@link RunOption#writing} is set. */
    public boolean onlyReads() {
        return info.onlyReads();
    }

    /** Names the tables, routines, schemas and databases that it makes with those values, or with other ones of them. */
    public List<String> makes(Map<String, String> values) {
        return Stream.of(info.makes())
                .map(name -> StringSubstitutor.replace(name, values, "{", "}"))
                .filter(name -> !name.contains("{")) // of a parameter that has its default
                .toList();
    }

    /** Returns the size of its data, where a parameter sets it. */
    public Optional<WorkloadInfo.DataSize> dataSize() {
        return created(info.dataSize()).findFirst();
    }

    /** Returns the work of an iteration, where parameter values fix it. */
    public Optional<WorkloadInfo.FixedWork.Amount> fixedWork(Map<String, String> values) {
        return created(info.fixedWork()).findFirst().flatMap(work -> work.amount(values));
    }

    /** Returns what one operation of the score is, in words. */
    public String operation(Map<String, String> values) {
        return fixedWork(values).map(WorkloadInfo.FixedWork.Amount::operation).orElse(info.value());
    }

    /** Returns what a reader of its numbers on a target must know, at so many threads of each client; may be empty. */
    public String caveat(Target target, Map<String, String> values, int threads) {
        int clients = Integer.parseInt(values.getOrDefault(Db.CLIENTS, "1"));
        return Stream.concat(
                        Stream.of(readsReferences(target) ? NO_BOUNDARY : info.caveat()),
                        created(info.loadCaveat()).flatMap(caveat -> caveat.of(values, threads * clients).stream()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Returns whether its numbers on a target are a floor of others, or of something else, and no answer. */
    public boolean isReference(Target target) {
        return info.reference() || readsReferences(target);
    }

    private boolean readsReferences(Target target) {
        return info.rowsCross()
                && target.server() == ServerKind.EMBEDDED
                && Databases.named(target.database()).features().contains(Feature.SHARED_VALUES);
    }

    /** Returns why it cannot run there with those values, as far as that is known before anything is started. */
    public Optional<String> obstacle(Target target, Map<String, String> values) {
        Database database = Databases.named(target.database());
        return obstacle(database.dialect(), database.features(), values)
                .or(() -> newPreparation().obstacle(target, values));
    }

    /** Returns why it cannot run there with those values, in one line; empty if it can. */
    public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> values) {
        String missing = Stream.of(info.requires())
                .filter(feature -> !features.contains(feature))
                .map(Feature::meaning)
                .sorted()
                .collect(Collectors.joining(" and "));
        if (!missing.isEmpty()) {
            return Optional.of("needs " + missing);
        }
        return created(info.onlyIf())
                .flatMap(condition -> condition.obstacle(dialect, features, values).stream())
                .findFirst();
    }

    private static <T> Stream<T> created(Class<? extends T>[] types) {
        return Stream.of(types).map(Workload::create);
    }

    private static <T> T create(Class<T> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " needs a public constructor without parameters", e);
        }
    }
}
