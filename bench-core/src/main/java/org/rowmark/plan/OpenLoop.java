package org.rowmark.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;
import org.rowmark.fixture.Session;
import org.rowmark.options.Arrivals;
import org.rowmark.options.LatencyGoal;
import org.rowmark.options.Rates;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.WorkloadOptions;

/** The rules for operations that begin at a rate. */
final class OpenLoop {
    private OpenLoop() {}

    /** Requires that the operations of the selections can begin at the rates that they have. */
    static void require(
            RunOptions options, RunOptions study, List<Selection> selections, RoundOrder order, JmhArguments jmh) {
        Optional<String> rates = options.or(study, RunOption.RATE);
        Optional<LatencyGoal> goal = options.or(study, RunOption.FIND_MAX);
        if (rates.isEmpty() && goal.isEmpty()) {
            return;
        }
        String given = rates.map(values -> RunOption.RATE.name() + " " + values)
                .orElseGet(() ->
                        RunOption.FIND_MAX.name() + " " + goal.orElseThrow().text());
        if (rates.filter(Rates::areOfMax).isPresent() && goal.isEmpty()) {
            throw new UsageException(given + ": parts of the highest rate need --find-max, such as 'p99<20ms'");
        }
        if (order == RoundOrder.TURNS) {
            throw new UsageException(
                    given + ": operations that begin at a rate cannot take turns; use --order interleaved");
        }
        if (jmh.options().getBenchModes().stream().anyMatch(mode -> mode != Mode.Throughput)) {
            throw new UsageException(given + ": JMH's option -bm has no meaning in an open loop; leave it out");
        }
        if (jmh.options().getTimeUnit().hasValue()) {
            throw new UsageException(given + ": rates are operations per second; leave JMH's option -tu out");
        }
        for (Selection selection : selections) {
            for (Map<String, String> values : selection.combinations()) {
                if (selection.workload().takes(RunOption.RATE)
                        && selection.workload().fixedWork(values).isPresent()) {
                    throw new UsageException(given + ": "
                            + PlannedCell.name(selection.workload().name(), values)
                            + " is measured in fixed work, which has no rate");
                }
            }
        }
    }

    /** Returns in words what decides when an operation begins. */
    static String load(List<Selection> selections, WorkloadOptions options) {
        boolean isOpen =
                selections.stream().anyMatch(selection -> selection.values().containsKey(Session.RATE));
        if (!isOpen) {
            return MeasurementMethod.CLOSED_LOOP;
        }
        return options.get(RunOption.ARRIVALS).orElse(Arrivals.CONSTANT) == Arrivals.POISSON
                ? "open loop, Poisson arrivals"
                : "open loop, constant arrivals";
    }
}
