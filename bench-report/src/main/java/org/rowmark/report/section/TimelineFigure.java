package org.rowmark.report.section;

import java.time.Duration;
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

/** Every iteration of a run at the time it ended, relative to its cell; the numbers are in samples.jsonl. */
public final class TimelineFigure {
    private TimelineFigure() {}

    /** @param id of the plot, unique on the page */
    public static Figures of(RunRecord run, String id) {
        if (run.samples().isEmpty()) {
            return Figures.NONE;
        }
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
        String title = "Every iteration, relative to the median of its cell";
        Timeline.Data data =
                new Timeline.Data(title, names, Timeline.relative(cells.values()), serverStarts(run, series));
        return new Figures(List.of(Figure.withoutTable(title, Timeline.plot(id + "-timeline", data))), 0);
    }

    /** When the first cell on each server start had its turn. */
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

    private static double seconds(Manifest manifest, java.time.Instant when) {
        return Duration.between(manifest.progress().started(), when).toMillis() / 1000.0;
    }
}
