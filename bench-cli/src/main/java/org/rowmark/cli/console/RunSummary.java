package org.rowmark.cli.console;

import java.io.PrintWriter;
import org.rowmark.result.Outcome;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.RunRecord;

/** The last lines of a run on the console. */
public final class RunSummary {
    private RunSummary() {}

    public static void print(RunRecord record, ReportWriter.Written written, PrintWriter out) {
        out.println();
        out.print(written.verdicts());
        out.println("cells: " + record.count(Outcome.OK) + " ok, " + record.count(Outcome.FAILED) + " failed, "
                + record.count(Outcome.SKIPPED) + " skipped");
        out.println("report: " + written.html());
        out.flush();
    }
}
