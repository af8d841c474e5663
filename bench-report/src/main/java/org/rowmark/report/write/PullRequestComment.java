package org.rowmark.report.write;

import static org.rowmark.report.write.Markdown.escape;

import java.util.Comparator;
import java.util.Set;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.section.Conduct;
import org.rowmark.report.section.EveryRound;

/** A comparison as a comment on a change: the answer first, then the table, and the details folded. */
public final class PullRequestComment {
    private static final Set<String> FOLDED =
            Set.of(Conduct.HEADING, Conduct.TARGETS, EveryRound.HEADING, Conduct.REPRODUCTION);

    private final Markdown out = new Markdown();
    private final MarkdownReport parts = new MarkdownReport(out);

    private PullRequestComment() {}

    public static String of(ReportModel model) {
        PullRequestComment comment = new PullRequestComment();
        model.views().forEach(comment::view);
        return comment.out.toString();
    }

    private void view(View view) {
        ComparisonTable table = view.table();
        view.machines().ifPresent(out::warning);
        if (view.answers().isEmpty()) {
            out.paragraph("### ", escape(view.question()));
        }
        view.answers().forEach(this::answer);
        out.paragraph(escape(view.question()), " ", MarkdownReport.badges(view));
        parts.table(table);
        view.sections(false).stream()
                .filter(section -> FOLDED.contains(section.heading()))
                .forEach(section -> out.folded(section.heading(), () -> parts.contents(section, 3)));
        out.line(
                "<sub>The ratio is ",
                escape(table.columnKey().equals(Cell.RUN) ? table.columns().get(1) : "each column"),
                " against ",
                escape(table.baselineName()),
                ": more than 1× is better, whichever way the unit counts. Differences within ±",
                Numbers.percent(table.margin()),
                " are taken as too small to matter. ▲ faster, ▼ slower; hollow where the size is unsure.</sub>");
    }

    /** Writes an answer. The words of several rows come first: a mean may be the same while one of them is slower. */
    private void answer(Answer answer) {
        String sentence = MarkdownReport.sentence(answer.sentence());
        if (answer.tally().isEmpty()) {
            out.paragraph("### ", sentence);
            return;
        }
        Comparator<Answer.Tally> worseFirst =
                Comparator.comparing(tally -> !tally.label().style().equals("worse"));
        out.paragraph("### ", MarkdownReport.tally(answer.tally().stream().sorted(worseFirst)));
        out.paragraph(sentence);
        if (!answer.leftOut().isEmpty()) {
            out.paragraph(escape(answer.leftOutText()));
        }
    }
}
