package org.rowmark.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.DesignChoice;
import org.rowmark.study.StudyReporting.ControlSpec;
import org.rowmark.targets.Target;
import org.rowmark.workload.Selection;

/**
 * The combinations of factors that a run measures. Factors are the parameters of a workload and the settings in which
 * targets differ; the control has the values that the study's control names, else the first of each parameter and the
 * settings of the baseline.
 */
final class FactorialDesign {
    private final RunRequest request;
    private final Target baseline;

    FactorialDesign(RunRequest request) {
        this.request = request;
        this.baseline = request.target(request.what().baseline());
    }

    /** Returns whether a combination is one of a full design: links may be for some workloads only. */
    boolean isCombined(Selection selection, Target target) {
        return request.what().links().has(selection.workload().name(), target);
    }

    /** Returns whether a combination differs from the control in one factor at most. */
    boolean isOfStar(Selection selection, Map<String, String> values, Target target) {
        Map<String, String> control = control(selection);
        Stream<Boolean> differences = Stream.concat(
                values.entrySet().stream().map(value -> !value.getValue().equals(control.get(value.getKey()))),
                request.what().varied().stream()
                        .filter(name -> !name.equals(LinkSweep.KEY)
                                || target.linkObstacle().isEmpty())
                        .map(name -> !value(name, target).equals(value(name, baseline))));
        return differences.filter(differs -> differs).count() <= 1;
    }

    String words(int ofStar, int ofFull) {
        if (request.what().design() == DesignChoice.FULL) {
            return "full: every combination, " + ofFull + " cells; a star would have " + ofStar;
        }
        String controls = request.what().selections().stream()
                .map(selection -> Stream.concat(
                                control(selection).entrySet().stream(),
                                request.what().varied().stream().map(name -> Map.entry(name, value(name, baseline))))
                        .map(Map.Entry::toString)
                        .collect(Collectors.joining(" ", selection.workload().name() + " ", "")))
                .collect(Collectors.joining("; "));
        return "star: " + ofStar + " of " + ofFull + " cells, each factor varied alone around " + controls;
    }

    private Map<String, String> control(Selection selection) {
        Map<String, String> values = new LinkedHashMap<>();
        selection.values().forEach((name, listed) -> values.put(name, listed.get(0)));
        request.output()
                .reporting()
                .control()
                .filter(control ->
                        control.workload().equals(selection.workload().name()))
                .map(ControlSpec::parameters)
                .orElse(Map.of())
                .forEach((name, value) -> values.computeIfPresent(
                        name, (same, first) -> selection.values().get(name).contains(value) ? value : first));
        return values;
    }

    private static String value(String varied, Target target) {
        return varied.equals(LinkSweep.KEY)
                ? LinkSweep.name(target)
                : target.values().get(varied);
    }
}
