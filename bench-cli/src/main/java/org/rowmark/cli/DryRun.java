package org.rowmark.cli;

import java.io.PrintWriter;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.Durations;
import org.rowmark.run.Plan;
import org.rowmark.run.RunRequest;
import org.rowmark.run.Timing;

/** The plan, printed. */
final class DryRun {
    private DryRun() {}

    static void print(Plan plan, PrintWriter out) {
        RunRequest request = plan.request();
        out.println(request.question());
        out.println();
        long skipped = 0;
        for (PlannedCell cell : plan.cells()) {
            String reason = plan.skip(cell).map(why -> "  skipped: " + why).orElse("");
            skipped += reason.isEmpty() ? 0 : 1;
            out.printf("%4d  %s%s%n", cell.number(), cell.label(), reason);
        }
        Timing timing = request.timing();
        out.println();
        out.println("cells      " + plan.cells().size() + (skipped == 0 ? "" : ", " + skipped + " of them skipped"));
        RoundsText.lines(request.rounds(), request.seed()).forEach(out::println);
        out.println("each fork  " + timing.warmups() + " x " + Durations.text(timing.warmupTime()) + " warm-up, "
                + timing.iterations() + " x " + Durations.text(timing.time()) + " measured, "
                + request.threads() + (request.threads() == 1 ? " thread" : " threads"));
        out.println("baseline   " + request.baseline());
        out.println("takes      about " + Durations.words(plan.estimate()));
        out.println("writes to  " + request.out());
        out.flush();
    }
}
