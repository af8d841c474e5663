package org.rowmark.report.write;

import static org.rowmark.report.write.Markdown.escape;
import static org.rowmark.report.write.Markdown.escapeInHtml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.Sentence;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.FileIoTables;
import org.rowmark.report.section.Findings;
import org.rowmark.report.section.HeatMap;
import org.rowmark.report.section.PageFillTables;
import org.rowmark.report.section.PhaseFigures;
import org.rowmark.report.section.ProtocolFigures;
import org.rowmark.report.section.RestoreTables;
import org.rowmark.report.section.Stalls;
import org.rowmark.result.TargetFacts;

/** The report as Markdown, for a comment or a commit: the same words and numbers, without the drawings. */
public final class MarkdownReport {
    private final Markdown out;
    private final MarkdownSections sections;

    /** @param out where the parts of the report go */
    MarkdownReport(Markdown out) {
        this.out = out;
        sections = new MarkdownSections(out);
    }

    public static String of(ReportModel model) {
        Markdown out = new Markdown();
        model.machines()
                .ifPresent(machines -> out.line("**", escape(machines), "**").line());
        model.views().forEach(new MarkdownReport(out)::view);
        return out.toString();
    }

    private void view(View view) {
        head(view);
        data(PhaseFigures.table(view.table()));
        data(RestoreTables.indexBuilds(view));
        data(RestoreTables.rates(view));
        data(PageFillTables.speed(view));
        data(PageFillTables.written(view));
        data(Stalls.table(view));
        FileIoTables.of(view).forEach(this::data);
        Findings.of(view).forEach(findings -> data(findings.table(view)));
        sections.counters(view.table());
        sections.differences(view.differences());
        ProtocolFigures.of(view).ifPresent(this::protocol);
        for (Provenance source : view.sources()) {
            out.line("## How it was measured", named(source)).line();
            facts(source.procedure());
            out.line().line("## Machine", named(source)).line();
            facts(source.machine());
            facts(source.furtherOfMachine());
            out.line().line("## Targets", named(source)).line();
            source.targets().forEach(this::target);
        }
        out.line("## Every round").line();
        view.table().lines().stream().filter(Case::isMeasured).forEach(this::rounds);
        if (!view.commands().isEmpty()) {
            out.line("## Reproduce").line();
            out.code(String.join("\n", view.commands()));
        }
    }

    /** Nothing for a table without rows. */
    private void data(DataTable table) {
        if (table.isEmpty()) {
            return;
        }
        out.line("## ", escape(table.heading())).line();
        if (!table.text().isEmpty()) {
            out.line(escape(table.text())).line();
        }
        out.header(
                table.header().stream().map(Markdown::escape).toList(),
                IntStream.range(0, table.header().size())
                        .mapToObj(table::isNumber)
                        .toList());
        table.rows()
                .forEach(row -> out.row(row.stream()
                        .map(cell -> cell.isWarning() ? "**" + escape(cell.line()) + "**" : escape(cell.line()))
                        .toList()));
        out.line();
    }

    private void protocol(ProtocolFigures protocol) {
        out.line("## By the study's own protocol: ", protocol.words()).line();
        List<String> names = new ArrayList<>(List.of("workload", "unit"));
        protocol.columns().forEach(column -> names.add(escape(column)));
        out.header(names, Collections.nCopies(names.size(), false));
        for (ProtocolFigures.FigureRow row : protocol.rows()) {
            List<String> cells = new ArrayList<>(List.of(escape(row.title()), escape(row.unit())));
            for (int i = 0; i < row.figures().size(); i++) {
                String gain = row.gains().get(i);
                cells.add(row.figures().get(i) + (gain.isEmpty() ? "" : ", " + escape(gain)));
            }
            out.row(cells);
        }
        out.line();
    }

    private void head(View view) {
        out.line("# ", escape(view.question())).line();
        out.line(escape(view.when()), " · ", badges(view)).line();
        view.machines()
                .ifPresent(machines -> out.line("**", escape(machines), "**").line());
        view.scale().forEach(scale -> out.line(escape(scale)).line());
        view.noise().forEach(noise -> out.line(escape(noise)).line());
        view.answers().forEach(this::answer);
        if (!view.answers().isEmpty()) {
            out.line();
        }
        if (!view.loadOfPercentiles().isEmpty()) {
            out.line(view.loadOfPercentiles()).line();
        }
        if (view.hasOwnView()) {
            data(HeatMap.of(view.table()).table());
            out.line("## Comparison").line();
        }
        table(view.table());
    }

    private static String named(Provenance source) {
        return source.name().isEmpty() ? "" : ": " + escape(source.name());
    }

    static String badges(View view) {
        return view.badges().stream()
                .map(badge -> badge.isWarning() ? "**" + escape(badge.text()) + "**" : escape(badge.text()))
                .collect(Collectors.joining(" · "));
    }

    private void answer(Answer answer) {
        out.line("- ", sentence(answer.sentence()));
        if (!answer.tally().isEmpty()) {
            out.line(
                    "  - ",
                    answer.tally().stream()
                            .map(tally ->
                                    tally.count() + " " + escape(tally.label().text()))
                            .collect(Collectors.joining(", ")));
        }
        if (!answer.leftOut().isEmpty()) {
            out.line("  - ", escape(answer.leftOutText()));
        }
        answer.rows().forEach(row -> out.line("  - ", sentence(row)));
    }

    static String sentence(Sentence sentence) {
        String shape = sentence.label().shape();
        String title = sentence.title().isEmpty() ? "" : escape(sentence.title()) + ": ";
        return title + (shape.isEmpty() ? "" : shape + " ") + escape(sentence.text());
    }

    void table(ComparisonTable table) {
        if (table.rows().isEmpty()) {
            scores(table);
            return;
        }
        List<String> names = List.of(
                "workload",
                escape(table.columnKey()),
                "unit",
                escape(table.baselineName()),
                "score",
                "ratio",
                "95 % interval",
                "verdict",
                "rounds",
                "could have seen",
                "notes");
        out.header(names, List.of(false, false, false, true, true, true, true, false, true, true, false));
        table.rows().forEach(row -> out.row(cells(row, table)));
        out.line();
        if (!table.mixed().isEmpty()) {
            out.line("Cells of this table are geometric means within each round: ", escape(table.mixedText()), ".")
                    .line();
        }
    }

    private static List<String> cells(CaseRatio row, ComparisonTable table) {
        List<String> cells = new ArrayList<>(List.of(
                escape(row.line().title()),
                escape(row.b().column()),
                escape(row.line().unit()),
                Numbers.score(row.a().score().mean()),
                Numbers.score(row.b().score().mean())));
        if (row.result().isEmpty()) {
            cells.addAll(List.of(Numbers.NONE, Numbers.NONE, "", "0", Numbers.NONE, escape(row.problem())));
            return cells;
        }
        RatioResult with = row.result().get();
        cells.add(Numbers.ratio(with.comparison().ratio()));
        cells.add(Numbers.range(with.comparison().low(), with.comparison().high()));
        cells.add(with.hasVerdict() ? escape(with.label(table.margin()).text()) : "");
        cells.add(row.roundsText());
        cells.add(Numbers.effect(with.detectable()));
        cells.add(escape(String.join("; ", row.notes(table.margin()))));
        return cells;
    }

    /** A single column has nothing to be compared with. */
    private void scores(ComparisonTable table) {
        out.header(
                List.of("workload", "score", "unit", "95 % interval", "rounds", "notes"),
                List.of(false, true, false, true, true, false));
        for (Case line : table.lines()) {
            ColumnValue side = line.columnValues().get(0);
            out.row(List.of(
                    escape(line.title()),
                    Numbers.score(side.score().mean()),
                    escape(line.metric().unit()),
                    Numbers.range(side.score()),
                    side.cell().roundsText(),
                    escape(side.cell().problem())));
        }
        out.line();
    }

    void facts(List<Fact> facts) {
        facts.forEach(fact -> out.line("- ", escape(fact.name()), ": ", escape(fact.value())));
    }

    void target(TargetFacts target) {
        out.line("### ", escape(target.name())).line();
        facts(Provenance.facts(target));
        settings("Asked for", target.settings());
        settings("Server settings", target.serverSettings());
        settings("Settings that are not at their default", target.environment().changedSettings());
        settings("Connection", target.environment().connection());
        settings("Machine of the server", target.environment().host());
        settings("Fingerprints of the data", target.environment().data());
        out.line();
    }

    private void settings(String name, Map<String, String> settings) {
        if (!settings.isEmpty()) {
            out.line("- ", name, ":");
            Provenance.settings(settings)
                    .forEach(setting -> out.line("  - ", escape(setting.name()), " = ", escape(setting.value())));
        }
    }

    void rounds(Case line) {
        out.line("<details><summary>", escapeInHtml(line.title()), ", ", escapeInHtml(line.unit()), "</summary>")
                .line();
        List<String> names = new ArrayList<>(List.of("round"));
        line.columnValues().forEach(side -> names.add(escape(side.column())));
        out.header(names, Collections.nCopies(names.size(), true));
        for (int round : line.rounds()) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(round)));
            line.columnValues().forEach(side -> cells.add(side.raw(round)));
            out.row(cells);
        }
        out.line().line("</details>").line();
    }
}
