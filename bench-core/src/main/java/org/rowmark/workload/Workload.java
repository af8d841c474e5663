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
 * @param type the class
 * @param benchmark JMH's full name of the method
 * @param mode JMH's mode, unless the user sets another
 * @param operation what one operation is, in words
 * @param caveat what a reader of its numbers must know; may be empty
 * @param isReference whether its numbers are a floor of others and no answer
 * @param rowsCross whether it measures how rows cross to the client
 * @param parameters default values by field name, in the order in which JMH lists them
 * @param requires features without which it is skipped
 * @param preconditions further conditions
 * @param options options of a run that it takes
 * @param dataSize the size of its data, where a parameter sets it
 * @param makes names of what it makes in a database, with parameters in braces
 * @param onlyReads whether it changes nothing in the database, unless an option of {@link RunOption#writing} is set
 * @param commits whether its operations commit changes
 * @param isOfOneThread whether more than one thread cannot do it
 * @param fixedWork the work of an iteration, where parameter values fix it
 * @param loadCaveat what a reader of its numbers must know because of parameters and threads
 * @param preparation prepares what its forks need
 */
public record Workload(
        String name,
        Class<?> type,
        String benchmark,
        Mode mode,
        String operation,
        String caveat,
        boolean isReference,
        boolean rowsCross,
        Map<String, List<String>> parameters,
        Set<Feature> requires,
        List<Precondition> preconditions,
        Set<RunOption<?>> options,
        DataSize dataSize,
        List<String> makes,
        boolean onlyReads,
        boolean commits,
        boolean isOfOneThread,
        FixedWork fixedWork,
        LoadCaveat loadCaveat,
        Class<? extends WorkloadPreparation> preparation) {

    private static final String NO_BOUNDARY = "rows do not cross a boundary, references to them are handed out";

    public Workload {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Returns the name of a class: {@code InsertBatch} is {@code insert-batch}. */
    static String nameOf(String simpleClassName) {
        return simpleClassName.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /** Returns whether something is prepared for its forks. */
    public boolean needsPreparation() {
        return preparation != WorkloadPreparation.None.class;
    }

    /** Returns whether it takes an option of the run. */
    public boolean takes(RunOption<?> option) {
        return options.contains(option);
    }

    /** Names the tables, routines, schemas and databases that it makes with those values. */
    public List<String> makes(Map<String, String> values) {
        return makes.stream()
                .map(name -> StringSubstitutor.replace(name, values, "{", "}"))
                .toList();
    }

    /** Returns what one operation of the score is, in words. */
    public String operation(Map<String, String> values) {
        return fixedWork.amount(values).map(FixedWork.Amount::operation).orElse(operation);
    }

    /**
     * Returns what a reader of its numbers on a target must know; may be empty.
     *
     * @param threads of each client
     */
    public String caveat(Target target, Map<String, String> values, int threads) {
        int clients = Integer.parseInt(values.getOrDefault(Db.CLIENTS, "1"));
        return Stream.concat(
                        Stream.of(readsReferences(target) ? NO_BOUNDARY : caveat),
                        loadCaveat.of(values, threads * clients).stream())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Returns whether its numbers on a target are a floor of others, or of something else, and no answer. */
    public boolean isReference(Target target) {
        return isReference || readsReferences(target);
    }

    private boolean readsReferences(Target target) {
        return rowsCross
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
        String missing = requires.stream()
                .filter(feature -> !features.contains(feature))
                .map(Feature::meaning)
                .sorted()
                .collect(Collectors.joining(" and "));
        if (!missing.isEmpty()) {
            return Optional.of("needs " + missing);
        }
        return preconditions.stream()
                .flatMap(condition -> condition.obstacle(dialect, features, values).stream())
                .findFirst();
    }

    /** Creates the preparation of a run. */
    public WorkloadPreparation newPreparation() {
        return create(preparation);
    }

    /** @throws IllegalStateException if it has no public constructor without parameters */
    static <T> T create(Class<T> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " needs a public constructor without parameters", e);
        }
    }
}
