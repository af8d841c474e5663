package org.rowmark.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.provenance.Control;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Procedure;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Results;
import org.rowmark.result.CounterName;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.stats.Design;
import org.rowmark.stats.StopReason;
import org.rowmark.stats.Verdict;

/**
 * A short mark beside the headline: how a comparison was made, what is incomplete, which checks failed.
 *
 * @param isWarning whether it limits what the numbers mean
 */
public record Badge(String text, boolean isWarning) {
    private static final int MOST_NAMES = 5;
    private static final String OUTLIERS = "verdict depends on outlying runs";

    public static Badge warning(String text) {
        return new Badge(text, true);
    }

    static List<Badge> of(Results results) {
        ComparisonTable table = results.table();
        List<CaseRatio> compared =
                table.rows().stream().filter(CaseRatio::isCompared).toList();
        int few = (int) compared.stream()
                .filter(row -> row.withheld().isEmpty())
                .filter(row -> row.verdict().word() == Verdict.Word.TOO_FEW_ROUNDS)
                .count();
        String ofRows = few == compared.size() ? "" : few + " of " + Numbers.count(compared.size(), "row") + " with ";
        List<Cell> cells = table.cells().toList();
        String sound = results.manifests().anyMatch(run -> run.method().order() == RoundOrder.TURNS)
                ? "in turns"
                : "interleaved";
        return Stream.of(
                        ofDamages(results.runs()),
                        ofMachines(results.sources()),
                        results.sources().stream()
                                .flatMap(source -> source.control().flatMap(Control::warning).stream())
                                .map(Badge::warning),
                        results.caveats().entrySet().stream()
                                .map(caveat -> warning(caveat.getKey() + ": " + caveat.getValue())),
                        results.manifests().flatMap(Badge::status),
                        counted(compared, row -> design(row, sound), compared.size()),
                        warning(few > 0, ofRows + "fewer than five rounds: no verdict"),
                        count(cells, "complete", cell -> cell.state() == Cell.State.OK),
                        count(cells, "incomplete", Cell::isIncomplete),
                        count(cells, "failed", unmeasured(Cell.State.FAILED)),
                        count(cells, "skipped", unmeasured(Cell.State.SKIPPED)),
                        count(cells, "without a round", unmeasured(Cell.State.UNFINISHED)),
                        counted(
                                compared,
                                row -> row.checks().stream()
                                        .map(of -> warning(of.kind().words())),
                                0),
                        counted(compared, row -> warning(row.dependsOnOutliers(), OUTLIERS), 0),
                        clientBound(results),
                        ofEnvironment(results.differences()),
                        warning(
                                table.leftOut() > 0,
                                Numbers.count(table.leftOut(), "cell") + " without " + table.columnKey() + " left out"),
                        warning(!table.mixed().isEmpty(), table.mixedText()))
                .flatMap(Function.identity())
                .distinct() // two runs may have the same
                .toList();
    }

    private static Stream<Badge> ofMachines(List<Provenance> sources) {
        List<String> hosts = sources.stream()
                .map(Provenance::host)
                .filter(host -> !host.isEmpty())
                .distinct()
                .toList();
        return warning(hosts.size() > 1, "measured on several machines: " + String.join(", ", hosts));
    }

    private static Stream<Badge> ofEnvironment(Differences differences) {
        Map<Boolean, List<Differences.Difference>> unexpected = differences.unexpected().stream()
                .collect(Collectors.partitioningBy(item -> item.name().equals(Differences.DURABILITY)));
        List<String> others =
                unexpected.get(false).stream().map(Differences.Difference::name).toList();
        return Stream.concat(
                unexpected.get(true).stream()
                        .map(item -> warning(PlainText.byValue(
                                differences.names(),
                                item.values().stream().map(Cell::promise).toList()))),
                warning(!others.isEmpty(), "environment differs: " + PlainText.some(others)));
    }

    /** Returns what of the records of runs cannot be read: file and line of the first ones, and how many more. */
    private static Stream<Badge> ofDamages(List<RunRecord> runs) {
        List<String> damages =
                runs.stream().flatMap(run -> run.samples().damages().stream()).toList();
        int more = Math.max(0, damages.size() - MOST_NAMES);
        return Stream.concat(
                damages.stream().limit(MOST_NAMES).map(Badge::warning),
                warning(more > 0, Numbers.count(more, "more line") + " cannot be read"));
    }

    private static Stream<Badge> warning(boolean isRaised, String text) {
        return isRaised ? Stream.of(warning(text)) : Stream.empty();
    }

    private static Stream<Badge> status(Manifest manifest) {
        Manifest.Status status = manifest.progress().status();
        return Stream.of(
                        warning(status == Manifest.Status.RUNNING, "run still in progress"),
                        warning(status == Manifest.Status.INTERRUPTED, "run interrupted"),
                        warning(
                                manifest.progress().resumed().stream()
                                        .anyMatch(resumed -> !resumed.changes().isEmpty()),
                                "continued in a changed environment"),
                        cold(manifest),
                        links(manifest),
                        Procedure.stopReason(manifest).stream()
                                .filter(reason -> reason != StopReason.PLANNED && reason != StopReason.USER)
                                .map(reason -> new Badge(
                                        reason.words(), reason != StopReason.PRECISION && reason != StopReason.CLEAR)))
                .flatMap(Function.identity());
    }

    private static Stream<Badge> cold(Manifest manifest) {
        Map<String, ChosenWarmups> last = new LinkedHashMap<>();
        manifest.progress().chosenWarmups().forEach(chosen -> last.put(chosen.workload(), chosen));
        return last.values().stream()
                .filter(chosen -> !chosen.isWarm())
                .map(chosen -> warning(
                        chosen.workload() + " not warm after " + Numbers.count(chosen.warmups(), "warm-up iteration")));
    }

    private static Stream<Badge> links(Manifest manifest) {
        return manifest.targets().stream()
                .flatMap(target -> target.link().stream())
                .flatMap(link -> link.measured().stream()
                        .filter(measured -> !measured.missed().isEmpty())
                        .map(measured -> warning("link " + link.name() + " does not hold " + measured.missedText())));
    }

    /** Returns in which order a row was measured and what a replicate is. */
    private static Stream<Badge> design(CaseRatio row, String sound) {
        Design design = row.comparison().design();
        Stream<String> facts = Stream.of(
                design.order().isSound() ? sound : "",
                "replicate: " + design.unit().words());
        Stream<String> limits = Stream.concat(
                design.badges().stream(),
                row.control().stream().map(visits -> visits.state().words()));
        return Stream.concat(
                facts.filter(text -> !text.isEmpty()).map(text -> new Badge(text, false)), limits.map(Badge::warning));
    }

    /** Returns the badges of rows with their number, where it is not that of all rows. */
    private static Stream<Badge> counted(List<CaseRatio> rows, Function<CaseRatio, Stream<Badge>> badges, int all) {
        Map<Badge, Integer> counts = new LinkedHashMap<>();
        rows.stream().flatMap(badges).forEach(badge -> counts.merge(badge, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(count -> new Badge(
                        count.getKey().text()
                                + (count.getValue() == all ? "" : " (" + Numbers.count(count.getValue(), "row") + ")"),
                        count.getKey().isWarning()));
    }

    private static Predicate<Cell> unmeasured(Cell.State state) {
        return cell -> cell.state() == state && !cell.isMeasured();
    }

    private static Stream<Badge> count(List<Cell> cells, String what, Predicate<Cell> which) {
        long n = cells.stream().filter(which).count();
        String text = n + " of " + Numbers.count(cells.size(), "cell") + " " + what;
        return Stream.of(new Badge(text, !what.equals("complete"))).filter(badge -> n > 0);
    }

    /**
     * Returns which cells kept the measuring process so busy that it, and not the server, may be what was measured. A
     * database inside that process makes it busy itself.
     */
    private static Stream<Badge> clientBound(Results results) {
        List<String> bound = new ArrayList<>();
        for (Case line : results.table().linesWithCounters()) {
            for (ColumnValue side : line.columnValues()) {
                Map<Integer, Double> rounds = side.cell().values().counts().rounds(CounterName.CLIENT_LOAD.metric());
                double load = Means.mean(rounds).mean();
                if (load > CounterText.BUSY && !results.isEmbedded(side.cell()).orElse(false)) {
                    bound.add(side.column() + " in " + line.title() + " (" + Numbers.score(load) + " %)");
                }
            }
        }
        String text = ": the measuring process was that busy, and may be what was measured instead of the server";
        return warning(!bound.isEmpty(), "client-bound: " + PlainText.some(bound) + text);
    }
}
