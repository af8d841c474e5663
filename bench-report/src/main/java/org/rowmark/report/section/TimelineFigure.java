package org.rowmark.report.section;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.report.plot.Timeline;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;

/**
 * The figure of every iteration of a run at the time it ended, relative to its cell; the numbers are in samples.jsonl.
 */
final class TimelineFigure {
    private TimelineFigure() {}

    private static final String TITLE = "Every iteration, relative to the median of its cell";

    static Section section(Results results) {
        return Section.ofFigures(
                        "Time line",
                        "Drift, stalls and iterations before the steady state show here; warm-up is grey and never"
                                + " counts.",
                        results.runs().stream()
                                .filter(run -> !run.samples().isEmpty())
                                .toList(),
                        run -> new Figure(TITLE, id -> timeline(run).plot(id), Figure.ELSEWHERE))
                .as(Section.Look.WIDE);
    }

    private static Timeline timeline(RunRecord run) {
        Manifest manifest = run.manifest();
        List<String> names = manifest.targets().stream().map(TargetFacts::name).toList();
        Map<Integer, Integer> series = new HashMap<>();
        for (PlannedCell cell : manifest.cells()) {
            series.put(cell.number(), Math.max(0, names.indexOf(cell.target())));
        }
        Map<Integer, List<Timeline.Point>> cells = new TreeMap<>();
        run.samples()
                .scores()
                .forEach(sample -> cells.computeIfAbsent(sample.cell(), of -> new ArrayList<>())
                        .add(new Timeline.Point(
                                seconds(manifest, sample.end()),
                                sample.score(),
                                sample.warmup(),
                                series.getOrDefault(sample.cell(), 0))));
        return new Timeline(TITLE, names, Timeline.relative(cells.values()), serverStarts(run, series));
    }

    /** Returns when the first cell on each server start began. */
    private static List<Double> serverStarts(RunRecord run, Map<Integer, Integer> series) {
        Map<String, Double> first = new TreeMap<>();
        for (CellOutcome outcome : run.outcomes()) {
            if (outcome.serverStart() > 0) {
                String start = series.getOrDefault(outcome.cell(), 0) + " " + outcome.serverStart();
                first.merge(start, seconds(run.manifest(), outcome.start()), Math::min);
            }
        }
        return first.values().stream().sorted().toList();
    }

    private static double seconds(Manifest manifest, Instant when) {
        return Duration.between(manifest.progress().started(), when).toMillis() / 1000.0;
    }
}
