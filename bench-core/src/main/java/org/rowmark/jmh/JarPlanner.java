package org.rowmark.jmh;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.ObjectUtils;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.jvm.setting.TargetJvm;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportView;
import org.rowmark.result.jmh.BenchmarkNames;
import org.rowmark.util.Durations;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadInfo;

/** The rows and cells of jars: the benchmarks that they hold, side by side. */
final class JarPlanner {
    private static final String WORKLOAD = "workload";
    private static final String MODE = "mode";

    /** Keys of reports, which a parameter must not replace. */
    private static final Set<String> RESERVED = Set.of(
            "run",
            WORKLOAD,
            "target",
            MODE,
            PlannedCell.THREADS,
            Db.CLIENTS,
            Session.POOL,
            Session.RATE,
            TargetJvm.JAVA,
            TargetJvm.ARGUMENTS);

    /** The most columns that are seen at a glance, where a parameter makes them. */
    private static final int FEW = 6;

    /** The description of any benchmark of others. */
    @WorkloadInfo(value = "one operation, as the benchmark defines it", onlyReads = true)
    private static final class OfOthers {}

    private final JarOptions options;
    private final JmhWords words;
    private final List<JarColumn> columns;
    private final List<BenchmarkListEntry> chosen;

    /** The benchmarks' short names, by full name. */
    private final Map<String, String> names;

    /** The modes of each benchmark in any jar, by full name. */
    private final Map<String, Set<Mode>> modes = new HashMap<>();

    private final Map<Row, Map<JarColumn, BenchmarkCase>> rows = new LinkedHashMap<>();

    /** What distinguishes a row: the short name of a benchmark, its parameters, and its mode where it has several. */
    private record Row(String name, Map<String, String> keys) {}

    /** @throws UsageException if nothing matches the patterns or has the parameters */
    JarPlanner(JarOptions options, JmhWords words, List<JarColumn> columns) {
        this.options = options;
        this.words = words;
        this.columns = columns;
        Map<JarColumn, List<BenchmarkListEntry>> byColumn = new LinkedHashMap<>();
        Predicate<String> isNamed = options.patterns().isEmpty() ? name -> true : isAny(options.patterns());
        Predicate<String> isChosen = isNamed.and(isAny(words.excludes()).negate());
        columns.forEach(column -> byColumn.put(
                column,
                column.jar().benchmarks().stream()
                        .filter(benchmark -> isChosen.test(benchmark.getUsername()))
                        .toList()));
        chosen = byColumn.values().stream().flatMap(List::stream).toList();
        if (chosen.isEmpty()) {
            BenchmarkJar first = columns.get(0).jar();
            throw new UsageException("no benchmark matches " + String.join(" ", options.patterns()) + "; "
                    + first.name() + " has, for example, "
                    + first.benchmarks().get(0).getUsername());
        }
        names = BenchmarkNames.shorten(
                chosen.stream().map(BenchmarkListEntry::getUsername).toList());
        chosen.forEach(benchmark -> modes.computeIfAbsent(benchmark.getUsername(), none -> new TreeSet<>())
                .addAll(words.modes(benchmark.getMode())));
        requireKnown(options.own().parameters().keySet());
        byColumn.forEach((column, benchmarks) -> benchmarks.stream()
                .flatMap(benchmark -> cases(column, benchmark))
                .forEach(measured -> rows.computeIfAbsent(row(measured), none -> new LinkedHashMap<>())
                        .putIfAbsent(column, measured))); // a mode that is given is that of several
    }

    /** Returns whether a name contains a match of a pattern, as JMH decides it. */
    private static Predicate<String> isAny(List<String> patterns) {
        try {
            return patterns.stream()
                    .map(pattern -> Pattern.compile(pattern).asPredicate())
                    .reduce(name -> false, Predicate::or);
        } catch (PatternSyntaxException e) {
            throw new UsageException("'" + e.getPattern() + "' is no regular expression: " + e.getDescription(), e);
        }
    }

    private void requireKnown(Collection<String> parameters) {
        Set<String> known = chosen.stream()
                .flatMap(benchmark -> values(benchmark).keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        parameters.forEach(name -> Suggestions.require("-p: no benchmark has the parameter", name, known));
    }

    /** Returns the values of each parameter, in the order of their names. */
    private Map<String, List<String>> values(BenchmarkListEntry benchmark) {
        Map<String, List<String>> values = new TreeMap<>();
        benchmark.getParams().orElse(Map.of()).forEach((name, own) -> values.put(name, List.of(own)));
        options.own().parameters().forEach(values::replace);
        return values;
    }

    private Stream<BenchmarkCase> cases(JarColumn column, BenchmarkListEntry benchmark) {
        return words.modes(benchmark.getMode()).stream()
                .flatMap(mode -> selection(benchmark).combinations().stream()
                        .map(values -> new BenchmarkCase(
                                column,
                                benchmark,
                                mode,
                                values,
                                words.timing(benchmark, mode, column.jar().jmh()))));
    }

    private Row row(BenchmarkCase measured) {
        String benchmark = measured.benchmark().getUsername();
        Map<String, String> keys = new TreeMap<>();
        measured.values().forEach((name, value) -> keys.put(RESERVED.contains(name) ? "params." + name : name, value));
        if (modes.get(benchmark).size() > 1) {
            keys.put(MODE, measured.mode().shortLabel());
        }
        return new Row(names.get(benchmark), keys);
    }

    private Selection selection(BenchmarkListEntry benchmark) {
        Mode mode = words.modes(benchmark.getMode()).iterator().next();
        Workload workload = new Workload(
                names.get(benchmark.getUsername()),
                OfOthers.class,
                OfOthers.class.getAnnotation(WorkloadInfo.class),
                benchmark.getUsername(),
                mode,
                values(benchmark),
                Set.of());
        return new Selection(workload, values(benchmark));
    }

    /** Returns each benchmark once, with its values in the first column that has it. */
    List<Selection> selections() {
        Map<String, Selection> selections = new LinkedHashMap<>();
        chosen.forEach(benchmark -> selections.putIfAbsent(benchmark.getUsername(), selection(benchmark)));
        return List.copyOf(selections.values());
    }

    /** Returns the cells by number. */
    Map<PlannedCell, BenchmarkCase> cells() {
        Timing most = timing();
        Map<PlannedCell, BenchmarkCase> cells = new LinkedHashMap<>();
        rows.forEach((row, byColumn) -> byColumn.forEach((column, measured) -> {
            String caveat =
                    measured.timing().equals(most) ? "" : "its forks have " + words(measured.timing(), measured.mode());
            cells.put(
                    new PlannedCell(cells.size() + 1, column.name(), row.name(), "", row.keys(), caveat, false, false),
                    measured);
        }));
        return cells;
    }

    private static String words(Timing timing, Mode mode) {
        return mode == Mode.SingleShotTime
                ? timing.warmups() + " + " + timing.iterations() + " single shots"
                : timing.warmups() + " x " + Durations.text(timing.warmupTime()) + " warm-up, " + timing.iterations()
                        + " x " + Durations.text(timing.time()) + " measured";
    }

    /** Returns why cells are skipped, by number. */
    Map<Integer, String> skips(Map<PlannedCell, BenchmarkCase> cells) {
        Map<Integer, String> skips = new TreeMap<>();
        cells.forEach((cell, measured) -> {
            boolean isAlone = columns.size() > 1
                    && rows.get(new Row(cell.workload(), cell.parameters())).size() == 1;
            Optional<String> reason = isAlone
                    ? Optional.of("only " + cell.target() + " has it, so there is nothing to compare it with")
                    : measured.obstacle();
            reason.ifPresent(why -> skips.put(cell.number(), why));
        });
        if (skips.size() == cells.size()) {
            throw new UsageException(columns.stream().map(JarColumn::name).collect(Collectors.joining(" and "))
                    + " have no benchmark in common: "
                    + skips.values().iterator().next());
        }
        return skips;
    }

    /** Returns the most iterations of all forks. */
    Timing timing() {
        return rows.values().stream()
                .flatMap(row -> row.values().stream())
                .map(BenchmarkCase::timing)
                .reduce((a, b) -> new Timing(
                        Math.max(a.warmups(), b.warmups()),
                        ObjectUtils.max(a.warmupTime(), b.warmupTime()),
                        Math.max(a.iterations(), b.iterations()),
                        ObjectUtils.max(a.time(), b.time())))
                .orElseThrow();
    }

    /** Returns the most threads of a fork. */
    int threads() {
        return chosen.stream().mapToInt(words::threads).max().orElseThrow();
    }

    boolean hasMode(Mode mode) {
        return modes.values().stream().anyMatch(of -> of.contains(mode));
    }

    /**
     * Returns the parameter of a single jar that makes the columns, as in a report of a file of JMH: with few values,
     * which all rows have, names before sizes; empty where there is none, and for several columns.
     */
    Optional<ReportView> view(Collection<PlannedCell> cells, Optional<String> baseline) {
        if (columns.size() > 1) {
            return Optional.empty();
        }
        Map<String, Set<String>> values = new TreeMap<>();
        cells.forEach(cell -> cell.parameters()
                .forEach((name, value) -> values.computeIfAbsent(name, none -> new LinkedHashSet<>())
                        .add(value)));
        return values.entrySet().stream()
                .filter(of -> !of.getKey().equals(MODE))
                .filter(of -> of.getValue().size() > 1 && of.getValue().size() <= FEW)
                .filter(of -> cells.stream()
                                        .map(cell -> cell.without(of.getKey()).question())
                                        .distinct()
                                        .count()
                                * of.getValue().size()
                        == cells.size())
                .min(Comparator.comparing(of -> of.getValue().stream().allMatch(value -> value.matches("[-+.\\d].*"))))
                .map(of -> new ReportView(
                        Stream.concat(Stream.of(WORKLOAD), values.keySet().stream())
                                .filter(key -> !key.equals(of.getKey()))
                                .toList(),
                        of.getKey(),
                        baseline.orElse(of.getValue().iterator().next())));
    }
}
