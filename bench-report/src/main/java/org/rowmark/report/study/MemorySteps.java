package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.SweepPlot;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Publication;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.result.MemoryFacts;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Sweep;
import org.rowmark.util.ByteSize;

/** What a server does with less and less memory, and the memory after which more of it gains nothing. */
public final class MemorySteps {
    private static final String HEADING = "Memory";

    /** The column of a publication with the memory of its steps, and that with what each of them changed. */
    private static final String PUBLISHED_MEMORY = "server_memory_gb";

    private static final String PUBLISHED_CHANGE = "latency_change_from_previous_step";

    /** Steps are the same share of the largest one up to this. */
    private static final double SAME_SHARE = 0.01;

    private final Results results;
    private final double margin;
    private final MemoryRemarks remarks;

    private MemorySteps(Results results) {
        this.results = results;
        margin = results.table().margin();
        remarks = new MemoryRemarks(new HitRates(results.runs()), margin);
    }

    public static Section section(Results results) {
        List<Cell> cells = results.cells().stream()
                .filter(cell -> cell.isMeasured() && bytes(cell).isPresent())
                .toList();
        if (cells.isEmpty()) {
            return new Section(HEADING, "");
        }
        MemorySteps memory = new MemorySteps(results);
        Map<String, List<MemoryStep>> curves = cells.stream()
                .map(memory::step)
                .sorted(Comparator.comparing(MemoryStep::bytes).reversed())
                .collect(Collectors.groupingBy(MemoryStep::curve, LinkedHashMap::new, Collectors.toList()));
        curves.values().removeIf(steps -> steps.size() < 2);
        String text = "The memory of the server's own setting, from the largest step: operations per second with the"
                + " mean time of one in a closed loop, the share of page requests that the server's cache answered, and"
                + " what was read and written per second, as the server counts and as the system counts for its"
                + " processes.";
        return new Section(
                HEADING,
                text,
                curves.entrySet().stream()
                        .flatMap(curve -> memory.parts(curve.getKey(), curve.getValue()))
                        .toList());
    }

    /** Returns the steps of a curve, and its plot. */
    private Stream<Section> parts(String curve, List<MemoryStep> steps) {
        boolean isLarge = steps.stream().allMatch(step -> step.bytes() >= ByteSize.GIB);
        double unit = isLarge ? ByteSize.GIB : ByteSize.MIB;
        Optional<Sweep> sweep = sweep(steps, unit);
        return Stream.of(
                new Section(
                        curve, remarks.of(steps, sweep(steps, 1)), DataTable.of(1, steps, columns(steps, sweep, unit))),
                new Section("Curve of " + curve, "", figure(steps, sweep, isLarge ? "GiB" : "MiB", unit)));
    }

    private static Optional<Long> bytes(Cell cell) {
        return cell.keys().entrySet().stream()
                .filter(key -> key.getKey().equalsIgnoreCase(MemoryFacts.SETTING))
                .findFirst()
                .flatMap(key -> ByteSize.of(key.getValue()));
    }

    private MemoryStep step(Cell cell) {
        long wanted = bytes(cell).orElseThrow();
        Optional<TargetFacts> target =
                Optional.ofNullable(results.targets().get(cell.keys().getOrDefault(Cell.TARGET, "")));
        long inForce = target.flatMap(
                        facts -> ByteSize.of(facts.serverSettings().getOrDefault(MemoryFacts.IN_FORCE, "")))
                .orElse(wanted);
        int threads = results.runs().stream()
                .mapToInt(run -> run.manifest().sampling().threads())
                .findFirst()
                .orElse(1);
        return new MemoryStep(curve(cell), wanted, inForce, threads, cell, target);
    }

    /** Returns the keys that all steps of a curve share, with the name of the target that the steps were made of. */
    private static String curve(Cell cell) {
        String step = cell.keys().entrySet().stream()
                .filter(key -> key.getKey().equalsIgnoreCase(MemoryFacts.SETTING))
                .map(key -> "-" + key.getValue().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
        return cell.keys().entrySet().stream()
                .filter(key -> !key.getKey().equalsIgnoreCase(MemoryFacts.SETTING))
                .map(key -> word(key.getKey(), key.getValue(), step))
                .collect(Collectors.joining(" "));
    }

    private static String word(String key, String value, String step) {
        return switch (key) {
            case Cell.TARGET -> "on " + value.replace(step, "");
            case Cell.WORKLOAD -> value;
            default -> key + "=" + value;
        };
    }

    private Optional<Sweep> sweep(List<MemoryStep> steps, double unit) {
        Map<Double, Map<Integer, Double>> rates = new TreeMap<>();
        steps.forEach(step -> rates.putIfAbsent(step.bytes() / unit, step.rate()));
        return rates.size() < Sweep.LEAST_POINTS
                ? Optional.empty()
                : Optional.of(Sweep.of(rates, Better.HIGHER, margin));
    }

    private Figure figure(List<MemoryStep> steps, Optional<Sweep> sweep, String symbol, double unit) {
        List<SweepPlot.Point> points = steps.stream()
                .map(step -> new SweepPlot.Point(step.bytes() / unit, Means.mean(step.rate())))
                .sorted(Comparator.comparing(SweepPlot.Point::x))
                .toList();
        String name = steps.get(0).target().map(TargetFacts::product).orElse("");
        SweepPlot plot = new SweepPlot(
                "Operations by memory",
                "memory of the server, " + symbol,
                "ops/s",
                margin,
                List.of(new SweepPlot.Curve(name, points, sweep)));
        return new Figure("Operations by memory", plot::plot, Figure.ELSEWHERE);
    }

    private List<Column<MemoryStep>> columns(List<MemoryStep> steps, Optional<Sweep> sweep, double unit) {
        List<Column<MemoryStep>> columns = new ArrayList<>();
        columns.add(new Column<>("memory", MemorySteps::size));
        columns.add(new Column<>("ops/s", step -> TableCell.of(Means.mean(step.rate()))));
        columns.add(new Column<>("mean, ms", step -> TableCell.of(Means.mean(step.meanMillis()))));
        if (steps.stream().anyMatch(step -> !step.p99Millis().isEmpty())) {
            columns.add(new Column<>("p99, ms", step -> known(Means.mean(step.p99Millis()), MemorySteps::mean)));
        }
        columns.add(new Column<>("hit rate", step -> known(Means.mean(step.hitRate()), MemorySteps::percent)));
        columns.add(rate("read MB/s, server", step -> step.perSecond("data.bytes-read")));
        columns.add(rate("written MB/s, server", step -> step.perSecond("data.bytes-written", "log.bytes-written")));
        columns.add(rate("read MB/s, system", step -> step.perSecond("process.bytes-read")));
        columns.add(rate("written MB/s, system", step -> step.perSecond("process.bytes-written")));
        columns.add(Column.ofText(
                "gain per further doubling",
                step -> sweep.map(found -> SweepFigures.gain(found, step.bytes() / unit))
                        .orElse(Numbers.NONE)));
        columns.add(new Column<>(
                "time against the step above",
                step -> before(steps, step).map(above -> change(above, step)).orElse(TableCell.of(Numbers.NONE))));
        List<Map<String, String>> published = published();
        if (!published.isEmpty()) {
            long largest = steps.get(0).wanted();
            columns.add(Column.ofText(
                    "published",
                    step -> before(steps, step)
                            .flatMap(above -> published(
                                    published, (double) above.wanted() / largest, (double) step.wanted() / largest))
                            .orElse(Numbers.NONE)));
        }
        return columns;
    }

    /** Returns the size in force, and the wanted one where that is another. */
    private static TableCell size(MemoryStep step) {
        String inForce = ByteSize.text(step.bytes());
        boolean isOther = Math.abs(step.bytes() - step.wanted()) > SAME_SHARE * step.wanted();
        return isOther
                ? TableCell.warning(inForce, "the server's for " + ByteSize.text(step.wanted()))
                : TableCell.of(ByteSize.text(step.wanted()));
    }

    private static Column<MemoryStep> rate(String name, Function<MemoryStep, Map<Integer, Double>> bytes) {
        return new Column<>(name, step -> known(Means.mean(Means.scaled(bytes.apply(step), 1e-6)), MemorySteps::mean));
    }

    private static TableCell known(Interval mean, Function<Interval, TableCell> cell) {
        return mean.n() == 0 ? TableCell.of(Numbers.NONE) : cell.apply(mean);
    }

    /** Returns a mean with its interval, unless that is a point. */
    private static TableCell mean(Interval mean) {
        return Numbers.isPoint(mean.low(), mean.high()) ? TableCell.of(Numbers.score(mean.mean())) : TableCell.of(mean);
    }

    private static TableCell percent(Interval share) {
        return TableCell.of(Numbers.raw(100 * share.mean()) + " %"); // the last few misses cost most
    }

    private static Optional<MemoryStep> before(List<MemoryStep> steps, MemoryStep step) {
        int place = steps.indexOf(step);
        return place > 0 ? Optional.of(steps.get(place - 1)) : Optional.empty();
    }

    private static TableCell change(MemoryStep above, MemoryStep step) {
        Comparison times = Comparison.paired(above.meanMillis(), step.meanMillis(), Better.HIGHER); // not inverted
        return TableCell.of(
                Numbers.change(times.ratio() - 1),
                Double.isFinite(times.low())
                        ? Numbers.change(times.low() - 1) + " to " + Numbers.change(times.high() - 1)
                        : "");
    }

    private List<Map<String, String>> published() {
        return results.publications().stream()
                .filter(publication -> publication.header().contains(PUBLISHED_MEMORY))
                .findFirst()
                .map(Publication::byColumn)
                .orElse(List.of());
    }

    /** Returns the published change of the step between the same shares of the largest one. */
    private static Optional<String> published(List<Map<String, String>> rows, double above, double share) {
        double largest = gigabytes(rows.get(0));
        return IntStream.range(1, rows.size())
                .filter(row -> isSame(gigabytes(rows.get(row - 1)) / largest, above)
                        && isSame(gigabytes(rows.get(row)) / largest, share))
                .mapToObj(row -> rows.get(row).getOrDefault(PUBLISHED_CHANGE, ""))
                .filter(change -> !change.isEmpty())
                .findFirst();
    }

    private static boolean isSame(double one, double other) {
        return Math.abs(one - other) < SAME_SHARE * other;
    }

    private static double gigabytes(Map<String, String> row) {
        return Numbers.parsed(row.get(PUBLISHED_MEMORY)).orElse(Double.NaN);
    }
}
