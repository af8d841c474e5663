package org.rowmark.jmh;

import java.util.ArrayList;
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
    /** Keys of reports, which a parameter must not replace. */
    private static final Set<String> RESERVED = Set.of(
            "run",
            "workload",
            "target",
            "mode",
            PlannedCell.THREADS,
            Db.CLIENTS,
            Session.POOL,
            Session.RATE,
            TargetJvm.JAVA,
            TargetJvm.ARGUMENTS);

    private static final String MODE = "mode";

    /** The most columns that are seen at a glance, where a parameter makes them. */
    private static final int FEW = 6;

    /** The description of any benchmark of others. */
    @WorkloadInfo(value = "one operation, as the benchmark defines it", onlyReads = true)
    private static final class OfOthers {}

    private final JarOptions options;
    private final JmhWords words;
    private final List<JarColumn> columns;

    /** The benchmarks that are chosen, by column. */
    private final Map<JarColumn, List<BenchmarkListEntry>> chosen = new LinkedHashMap<>();

    private final Map<String, String> names;
    private final Map<String, Set<Mode>> modes = new HashMap<>();
    private final Map<List<?>, List<BenchmarkCase>> rows = new LinkedHashMap<>();

    JarPlanner(JarOptions options, JmhWords words, List<JarColumn> columns) {
        this.options = options;
        this.words = words;
        this.columns = columns;
        columns.forEach(column -> chosen.put(column, chosen(column)));
        this.names = BenchmarkNames.shorten(
                all().map(BenchmarkListEntry::getUsername).toList());
        all().forEach(benchmark -> modes.computeIfAbsent(benchmark.getUsername(), none -> new TreeSet<>())
                .addAll(words.modes(benchmark.getMode())));
        requireKnown(options.parameters().keySet());
        columns.forEach(this::addRows);
        if (rows.isEmpty()) {
            throw new UsageException("no benchmark matches " + String.join(" ", options.patterns()) + "; "
                    + columns.get(0).jar().name() + " holds "
                    + some(columns.get(0).jar().benchmarks()));
        }
    }

    private static String some(List<BenchmarkListEntry> benchmarks) {
        List<String> names = benchmarks.stream()
                .map(BenchmarkListEntry::getUsername)
                .distinct()
                .toList();
        int shown = Math.min(5, names.size());
        return String.join(", ", names.subList(0, shown))
                + (shown < names.size() ? " and " + (names.size() - shown) + " more" : "");
    }

    private Stream<BenchmarkListEntry> all() {
        return chosen.values().stream().flatMap(List::stream);
    }

    /** Returns the benchmarks whose names match, as JMH matches them. */
    private List<BenchmarkListEntry> chosen(JarColumn column) {
        try {
            List<Pattern> patterns =
                    options.patterns().stream().map(Pattern::compile).toList();
            return column.jar().benchmarks().stream()
                    .filter(benchmark -> patterns.isEmpty()
                            || patterns.stream()
                                    .anyMatch(pattern -> pattern.matcher(benchmark.getUsername())
                                            .find()))
                    .filter(benchmark -> !words.excludes(benchmark.getUsername()))
                    .toList();
        } catch (PatternSyntaxException e) {
            throw new UsageException("'" + e.getPattern() + "' is no regular expression: " + e.getDescription(), e);
        }
    }

    private void requireKnown(Collection<String> parameters) {
        Set<String> known = all().flatMap(benchmark -> values(benchmark).keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        parameters.forEach(name -> Suggestions.require("-p: no benchmark has the parameter", name, known));
    }

    /** Returns the values of each parameter, in the order of their names. */
    private Map<String, List<String>> values(BenchmarkListEntry benchmark) {
        Map<String, List<String>> values = new TreeMap<>();
        benchmark.getParams().orElse(Map.of()).forEach((name, own) -> values.put(name, List.of(own)));
        options.parameters().forEach(values::replace);
        return values;
    }

    private void addRows(JarColumn column) {
        for (BenchmarkListEntry benchmark : chosen.get(column)) {
            for (Mode mode : words.modes(benchmark.getMode())) {
                Timing timing = words.timing(benchmark, mode, column.jar().jmh());
                for (Map<String, String> values : selection(benchmark).combinations()) {
                    BenchmarkCase measured = new BenchmarkCase(column, benchmark, mode, values, timing);
                    List<BenchmarkCase> row =
                            rows.computeIfAbsent(List.of(name(measured), keys(measured)), none -> new ArrayList<>());
                    if (row.stream().noneMatch(other -> other.column().equals(column))) {
                        row.add(measured); // a mode that is given is that of several
                    }
                }
            }
        }
    }

    private String name(BenchmarkCase measured) {
        return names.get(measured.benchmark().getUsername());
    }

    /** Returns what distinguishes the cells of a benchmark. */
    private Map<String, String> keys(BenchmarkCase measured) {
        Map<String, String> keys = new TreeMap<>();
        measured.values().forEach((name, value) -> keys.put(RESERVED.contains(name) ? "params." + name : name, value));
        if (modes.get(measured.benchmark().getUsername()).size() > 1) {
            keys.put(MODE, measured.mode().shortLabel());
        }
        return keys;
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
        all().forEach(benchmark -> selections.putIfAbsent(benchmark.getUsername(), selection(benchmark)));
        return List.copyOf(selections.values());
    }

    /** Returns the cells by number. */
    Map<PlannedCell, BenchmarkCase> cells() {
        Timing most = timing();
        Map<PlannedCell, BenchmarkCase> cells = new LinkedHashMap<>();
        rows.values()
                .forEach(row -> row.forEach(measured -> {
                    String caveat = measured.timing().equals(most)
                            ? ""
                            : "its forks have " + words(measured.timing(), measured.mode());
                    cells.put(
                            new PlannedCell(
                                    cells.size() + 1,
                                    measured.column().name(),
                                    name(measured),
                                    OfOthers.class
                                            .getAnnotation(WorkloadInfo.class)
                                            .value(),
                                    keys(measured),
                                    caveat,
                                    false,
                                    false),
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
                    && rows.get(List.of(cell.workload(), cell.parameters())).size() == 1;
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
        List<Timing> all = rows.values().stream()
                .flatMap(List::stream)
                .map(BenchmarkCase::timing)
                .toList();
        return all.stream()
                .reduce((a, b) -> new Timing(
                        Math.max(a.warmups(), b.warmups()),
                        ObjectUtils.max(a.warmupTime(), b.warmupTime()),
                        Math.max(a.iterations(), b.iterations()),
                        ObjectUtils.max(a.time(), b.time())))
                .orElseThrow();
    }

    /** Returns the most threads of a fork. */
    int threads() {
        return all().mapToInt(words::threads).max().orElseThrow();
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
        values.remove(MODE);
        return values.entrySet().stream()
                .filter(of -> of.getValue().size() > 1 && of.getValue().size() <= FEW)
                .filter(of -> cells.stream()
                                        .map(cell -> cell.without(of.getKey()).question())
                                        .distinct()
                                        .count()
                                * of.getValue().size()
                        == cells.size())
                .min(Comparator.comparing(of -> of.getValue().stream().allMatch(value -> value.matches("[-+.\\d].*"))))
                .map(of -> new ReportView(
                        List.of(),
                        of.getKey(),
                        baseline.orElse(of.getValue().iterator().next())));
    }
}
