package org.rowmark.report;

import static org.rowmark.report.Markdown.escape;
import static org.rowmark.report.Markdown.escapeInHtml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Interval;

/** The report as Markdown, for a comment or a commit: the same words and numbers, without the drawings. */
final class MarkdownReport {
    private final ReportModel model;
    private final Markdown out = new Markdown();

    private MarkdownReport(ReportModel model) {
        this.model = model;
    }

    static String of(ReportModel model) {
        MarkdownReport report = new MarkdownReport(model);
        model.runs().forEach(report::run);
        return report.out.toString();
    }

    private void run(RunView run) {
        out.line("# ", escape(run.question())).line();
        out.line(escape(run.when()), " · ", badges(run)).line();
        run.tables().forEach(this::answer);
        out.line();
        run.tables().forEach(this::table);
        out.line("## How it was measured").line();
        facts(run.conduct());
        out.line().line("## Machine").line();
        facts(run.environment());
        out.line().line("## Targets").line();
        run.targets().forEach(this::target);
        out.line("## Every round").line();
        run.tables().stream().filter(ComparisonTable::isMeasured).forEach(this::rounds);
        out.line("## Reproduce").line();
        out.code(run.command());
    }

    private static String badges(RunView run) {
        return run.badges().stream()
                .map(badge -> badge.isWarning() ? "**" + escape(badge.text()) + "**" : escape(badge.text()))
                .collect(Collectors.joining(" · "));
    }

    private void answer(ComparisonTable table) {
        for (Sentence sentence : Sentence.of(table, model.margin())) {
            String shape = sentence.words().shape();
            out.line("- ", escape(table.title()), ": ", shape, shape.isEmpty() ? "" : " ", escape(sentence.text()));
        }
    }

    private void table(ComparisonTable table) {
        out.line("## ", escape(table.title())).line();
        if (!table.operation().isEmpty()) {
            out.line("One operation: ", escape(table.operation()), ".").line();
        }
        List<String> names = new ArrayList<>(List.of("target", "durability", escape(table.unit()), "95 % interval"));
        table.secondaryUnits().forEach(unit -> names.add(escape(unit)));
        names.addAll(List.of("rounds", "ratio", "95 % interval", "verdict", "notes"));
        List<Boolean> numbers = new ArrayList<>(Collections.nCopies(names.size(), true));
        List.of(0, 1, names.size() - 2, names.size() - 1).forEach(text -> numbers.set(text, false));
        out.header(names, numbers);
        table.rows().forEach(row -> out.row(cells(row, table)));
        out.line();
    }

    private List<String> cells(Row row, ComparisonTable table) {
        Interval score = row.score();
        List<String> cells = new ArrayList<>(List.of(
                escape(row.target()), escape(row.durability()), Numbers.score(score.mean()), Numbers.range(score)));
        table.secondaryUnits().forEach(unit -> cells.add(Numbers.score(row.secondary(unit))));
        cells.add(row.roundsText());
        if (row.isBaseline()) {
            cells.addAll(List.of("baseline", "", ""));
        } else {
            cells.add(row.against()
                    .map(a -> Numbers.ratio(a.comparison().ratio()))
                    .orElse(Numbers.NONE));
            cells.add(row.against()
                    .map(a -> Numbers.range(a.comparison().low(), a.comparison().high()))
                    .orElse(Numbers.NONE));
            cells.add(row.against()
                    .filter(Row.Against::hasWord)
                    .map(a -> Words.of(a.verdict(), model.margin()))
                    .map(Words::text)
                    .orElse(""));
        }
        cells.add(escape(String.join("; ", row.notes())));
        return cells;
    }

    private void facts(List<RunView.Fact> facts) {
        facts.forEach(fact -> out.line("- ", fact.name(), ": ", escape(fact.value())));
    }

    private void target(TargetFacts target) {
        out.line("### ", escape(target.name())).line();
        facts(RunView.facts(target));
        settings("Asked for", target.settings());
        settings("Server settings", target.serverSettings());
        out.line();
    }

    private void settings(String name, Map<String, String> settings) {
        if (!settings.isEmpty()) {
            out.line("- ", name, ":");
            RunView.settings(settings)
                    .forEach(setting -> out.line("  - ", escape(setting.name()), " = ", escape(setting.value())));
        }
    }

    private void rounds(ComparisonTable table) {
        out.line("<details><summary>", escapeInHtml(table.title()), ", ", escapeInHtml(table.unit()), "</summary>")
                .line();
        List<String> names = new ArrayList<>(List.of("round"));
        table.rows().forEach(row -> names.add(escape(row.target())));
        out.header(names, Collections.nCopies(names.size(), true));
        for (int round : table.rounds()) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(round)));
            table.rows().forEach(row -> cells.add(row.raw(round)));
            out.row(cells);
        }
        out.line().line("</details>").line();
    }
}
