package org.rowmark.cli.command;

import java.io.PrintWriter;
import java.util.List;
import org.rowmark.cli.console.RoundsFormat;
import org.rowmark.db.MemorySetting;
import org.rowmark.options.RunOption;
import org.rowmark.options.Scale;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.util.Secrets;

/** The printer of a plan. */
final class DryRun {
    private DryRun() {}

    /** Prints a plan with what it changes on databases. */
    static void printWithChanges(Plan plan, PrintWriter out) {
        print(plan, out);
        plan.request().what().targets().forEach(target -> changes(plan, target, out));
        out.flush();
    }

    static void print(Plan plan, PrintWriter out) {
        RunRequest request = plan.request();
        out.println(request.what().question());
        out.println();
        long skipped = 0;
        for (PlannedCell cell : plan.cells()) {
            String reason = plan.skip(cell).map(why -> "  skipped: " + why).orElse("");
            skipped += reason.isEmpty() ? 0 : 1;
            out.printf("%4d  %s%s%n", cell.number(), cell.label(), reason);
        }
        out.println();
        out.println("cells      " + plan.cells().size() + (skipped == 0 ? "" : ", " + skipped + " of them skipped"));
        plan.design().ifPresent(design -> out.println("design     " + design));
        RoundsFormat.lines(request).forEach(out::println);
        out.println("each fork  " + iterations(request) + ", "
                + request.load().threads().words());
        data(request, out);
        control(plan, out);
        if (!request.what().varied().isEmpty()) {
            out.println("varied     " + String.join(", ", request.what().varied()));
        }
        out.println("baseline   " + request.what().baseline());
        out.println("takes      " + plan.takes());
        out.println("writes to  " + request.output().directory());
        out.flush();
    }

    private static void changes(Plan plan, Target target, PrintWriter out) {
        List<String> made = plan.madeOn(target);
        out.println("makes      on " + target.name() + ": " + (made.isEmpty() ? "nothing" : String.join(", ", made)));
        if (target.server() == ServerKind.EXTERNAL) {
            MemorySetting.replacedIn(target)
                    .settings()
                    .forEach((name, value) -> out.println("sets       on " + target.name() + ": "
                            + Secrets.scrub(name + "=" + value) + ", put back after each round"));
        }
    }

    private static void control(Plan plan, PrintWriter out) {
        plan.request()
                .output()
                .reporting()
                .control()
                .ifPresent(rule -> out.println("control    "
                        + rule.cell(plan.cells().stream()
                                        .filter(cell -> plan.skip(cell).isEmpty())
                                        .toList())
                                .map(PlannedCell::label)
                                .orElse("none: the cell of the study is not measured")));
    }

    private static String iterations(RunRequest request) {
        Timing timing = request.steadyTiming();
        if (request.isOfSingleShots()) {
            return (timing.warmups() == 0 ? "" : timing.warmups() + " for warm-up, ")
                    + RoundsFormat.count(timing.iterations(), "single shot");
        }
        return (timing.chosen().isPresent() ? "at most " : "") + timing.warmups() + " x "
                + Durations.text(timing.warmupTime()) + " warm-up, " + timing.iterations()
                + " x " + Durations.text(timing.time()) + " measured";
    }

    /** Prints the options that a workload of the run uses. */
    private static void data(RunRequest request, PrintWriter out) {
        request.usedScale()
                .ifPresent(scale -> out.println("scale      " + Scale.text(scale) + " of the published size"));
        request.load().options().get(RunOption.BACKUP).ifPresent(file -> out.println("restores   " + file));
    }
}
