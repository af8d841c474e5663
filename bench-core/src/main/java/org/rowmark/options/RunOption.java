package org.rowmark.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.util.Durations;
import org.rowmark.util.Percent;
import org.rowmark.util.UsageException;

/**
 * An option of a run, the same at every door: its name, how its value is read, and how it is written into the command
 * that does the run again.
 *
 * @param <T> type of the value; {@link Boolean} for an option that is given or not and takes none
 */
public final class RunOption<T> {
    private static final Map<String, RunOption<?>> ALL = new LinkedHashMap<>();

    public static final RunOption<Path> TARGETS_FILE =
            option("--targets", Path.class, (name, text) -> Path.of(text), Path::toString);
    /** Name of a study or path of its file. */
    public static final RunOption<String> STUDY = text("--study");

    /** What is said several times adds up. */
    public static final RunOption<SettingSweep> VARY =
            new RunOption<>("--vary", SettingSweep.class, SettingSweep::parse, SettingSweep::texts, SettingSweep::with);

    public static final RunOption<Integer> ROUNDS = whole("--rounds");
    public static final RunOption<Double> PRECISION = percent("--precision");
    public static final RunOption<Integer> MAX_ROUNDS = whole("--max-rounds");
    public static final RunOption<Duration> BUDGET = duration("--budget");
    /** As {@code Ratio#parse} reads it. */
    public static final RunOption<String> RATIO = text("--ratio");

    public static final RunOption<RoundOrder> ORDER =
            option("--order", RoundOrder.class, RoundOrder::parse, RoundOrder::word);
    public static final RunOption<ProtocolChoice> PROTOCOL =
            option("--protocol", ProtocolChoice.class, ProtocolChoice::parse, ProtocolChoice::id);
    public static final RunOption<Double> MARGIN = percent("--margin");
    public static final RunOption<Integer> WARMUPS = whole("--warmups");
    public static final RunOption<Duration> WARMUP_TIME = duration("--warmup-time");
    public static final RunOption<Integer> ITERATIONS = whole("--iterations");
    public static final RunOption<Duration> TIME = duration("--time");
    public static final RunOption<Integer> THREADS = whole("--threads");
    public static final RunOption<Double> SCALE = option("--scale", Double.class, Scale::parse, Scale::text);
    /** May be a path on the server. */
    public static final RunOption<Path> BACKUP =
            option("--backup", Path.class, (name, text) -> Path.of(text), Path::toString);

    public static final RunOption<CounterMode> COUNTERS =
            option("--counters", CounterMode.class, CounterMode::parse, CounterMode::word);
    public static final RunOption<Long> SEED =
            option("--seed", Long.class, (name, text) -> number(name, text, Long::valueOf), String::valueOf);
    public static final RunOption<Path> OUT =
            option("--out", Path.class, (name, text) -> Path.of(text), Path::toString);
    public static final RunOption<Path> DATA =
            option("--data", Path.class, (name, text) -> Path.of(text), Path::toString);
    public static final RunOption<String> BASELINE = text("--baseline");
    public static final RunOption<Duration> LIMIT = duration("--limit");
    public static final RunOption<Boolean> KEEP_SERVERS =
            option("--keep-servers", Boolean.class, (name, text) -> true, value -> "");

    private final String name;
    private final Class<T> type;
    private final BiFunction<String, String, T> reader;
    private final Function<T, List<String>> writer;
    private final BinaryOperator<T> merger;

    private RunOption(
            String name,
            Class<T> type,
            BiFunction<String, String, T> reader,
            Function<T, List<String>> writer,
            BinaryOperator<T> merger) {
        this.name = name;
        this.type = type;
        this.reader = reader;
        this.writer = writer;
        this.merger = merger;
        ALL.put(name, this);
    }

    /** With its dashes. */
    public String name() {
        return name;
    }

    /** Whether it takes no value. */
    public boolean isFlag() {
        return type == Boolean.class;
    }

    /** @throws UsageException if the text is no value of this option */
    public T parse(String text) {
        return parse(name, text);
    }

    /** @param where what the error names in place of the option, for example the key of a study */
    public T parse(String where, String text) {
        return reader.apply(where, text);
    }

    T cast(Object value) {
        return type.cast(value);
    }

    /** What is meant by one value and then another. */
    Object merged(Object first, Object second) {
        return merger.apply(cast(first), cast(second));
    }

    /** As on a command line. */
    public List<String> words(Object value) {
        return isFlag()
                ? List.of(name)
                : writer.apply(cast(value)).stream()
                        .flatMap(text -> Stream.of(name, text))
                        .toList();
    }

    /** All, in the order in which a command gives them. */
    static Collection<RunOption<?>> all() {
        return Collections.unmodifiableCollection(ALL.values());
    }

    public static Optional<RunOption<?>> named(String name) {
        return Optional.ofNullable(ALL.get(name));
    }

    private static <T> RunOption<T> option(
            String name, Class<T> type, BiFunction<String, String, T> reader, Function<T, String> writer) {
        return new RunOption<>(name, type, reader, value -> List.of(writer.apply(value)), (first, second) -> second);
    }

    private static RunOption<String> text(String name) {
        return option(name, String.class, (where, text) -> text, text -> text);
    }

    private static RunOption<Integer> whole(String name) {
        return option(name, Integer.class, (where, text) -> number(where, text, Integer::valueOf), String::valueOf);
    }

    private static RunOption<Duration> duration(String name) {
        return option(name, Duration.class, Durations::parse, Durations::text);
    }

    private static RunOption<Double> percent(String name) {
        return option(name, Double.class, Percent::parse, Percent::text);
    }

    private static <N extends Number> N number(String where, String text, Function<String, N> reader) {
        try {
            return reader.apply(text.strip());
        } catch (NumberFormatException e) {
            throw new UsageException(where + " '" + text + "': give a whole number", e);
        }
    }
}
