package org.rowmark.report.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.CounterSeries;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.model.View;
import org.rowmark.report.section.PageFill;
import org.rowmark.report.write.JsonSections.IntervalNode;
import org.rowmark.result.CounterName;
import org.rowmark.stats.Interval;

/** The parts of comparison.json that are made of counters: all of them, and what filling pages tells. */
final class JsonCounters {

    /**
     * Of more counters the rounds are in counters.csv only, where those were asked for: a text of all of them would not fit into the memory. Rounds of
     * single files are the first to go.
     */
    private static final int MOST_WITH_ROUNDS = 20_000;

    private JsonCounters() {}

    record CounterNode(
            int line,
            String column,
            String counter,
            String unit,
            Double mean,
            Double low,
            Double high,
            Map<Integer, Double> rounds) {}

    record FillNode(
            Map<String, String> keys,
            IntervalNode statementsPerSecond,
            IntervalNode rowsPerSecond,
            IntervalNode seconds,
            IntervalNode checkpointSeconds,
            IntervalNode statementMedianMillis,
            IntervalNode statementP99Millis,
            IntervalNode rowsPerPage,
            IntervalNode payloadBytesPerRow,
            WrittenNode writtenByServer,
            WrittenNode writtenBySystem,
            List<StallNode> stalls) {}

    /** @param of what the bytes are the sum of, in words; empty where nobody tells */
    record WrittenNode(String of, IntervalNode bytesPerRow, IntervalNode amplification) {
        static WrittenNode of(PageFill.Written written) {
            return new WrittenNode(
                    written.of(), IntervalNode.of(written.perRow()), IntervalNode.of(written.amplification()));
        }
    }

    record StallNode(String files, IntervalNode millisPerRead, IntervalNode millisPerWrite) {}

    static List<CounterNode> counters(ComparisonTable table) {
        List<CounterNode> nodes = new ArrayList<>();
        List<Case> lines = table.linesWithCounters();
        boolean isFewOfAll = count(lines, name -> !name.isOfOneFile()) <= MOST_WITH_ROUNDS;
        boolean isFew = count(lines, name -> true) <= MOST_WITH_ROUNDS;
        for (Case line : lines) {
            int place = table.lines().indexOf(line);
            for (ColumnValue side : line.columnValues()) {
                side.cell().values().counts().byMetric().forEach((metric, counted) -> {
                    Interval mean = counted.mean();
                    boolean withRounds = isFew || (isFewOfAll && !isOfOneFile(metric));
                    nodes.add(new CounterNode(
                            place,
                            side.column(),
                            metric,
                            counted.sampleUnit(),
                            JsonReport.known(mean.mean()),
                            JsonReport.known(mean.low()),
                            JsonReport.known(mean.high()),
                            withRounds ? rounds(counted) : Map.of()));
                });
            }
        }
        return nodes;
    }

    private static long count(List<Case> lines, Predicate<CounterName> which) {
        return lines.stream()
                .flatMap(line -> line.columnValues().stream())
                .flatMap(side -> side.cell().values().counts().byMetric().keySet().stream())
                .filter(metric -> CounterName.of(metric).filter(which).isPresent())
                .count();
    }

    private static boolean isOfOneFile(String metric) {
        return CounterName.of(metric).filter(CounterName::isOfOneFile).isPresent();
    }

    private static Map<Integer, Double> rounds(CounterSeries counted) {
        Map<Integer, Double> rounds = new TreeMap<>();
        counted.rounds().forEach((round, value) -> rounds.put(round, JsonReport.known(value)));
        return rounds;
    }

    static List<FillNode> fills(View view) {
        return PageFill.of(view.cells()).stream().map(JsonCounters::fill).toList();
    }

    private static FillNode fill(PageFill fill) {
        return new FillNode(
                fill.cell().keys(),
                IntervalNode.of(fill.statementsPerSecond()),
                IntervalNode.of(fill.rowsPerSecond()),
                IntervalNode.of(fill.seconds()),
                IntervalNode.of(fill.checkpoint()),
                IntervalNode.of(fill.median()),
                IntervalNode.of(fill.p99()),
                IntervalNode.of(fill.rowsPerPage()),
                IntervalNode.of(fill.payload()),
                WrittenNode.of(fill.byServer()),
                WrittenNode.of(fill.bySystem()),
                stalls(fill.cell().values()));
    }

    private static List<StallNode> stalls(CellValues replicates) {
        List<StallNode> stalls = new ArrayList<>();
        for (String kind : FileIo.KINDS) {
            Interval perRead = Means.mean(FileIo.of(replicates, kind, FileIo::stallPerRead));
            Interval perWrite = Means.mean(FileIo.of(replicates, kind, FileIo::stallPerWrite));
            if (perRead.n() + perWrite.n() > 0) {
                stalls.add(new StallNode(kind, IntervalNode.of(perRead), IntervalNode.of(perWrite)));
            }
        }
        return stalls;
    }
}
