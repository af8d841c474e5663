package org.rowmark.report.write;

import static org.rowmark.report.write.Markdown.escape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.Sentence;
import org.rowmark.report.model.View;
import org.rowmark.report.section.Content;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Section;
import org.rowmark.stats.Comparison;

/** The report as Markdown, for a comment or a commit: the same words and numbers, without the drawings. */
public final class MarkdownReport {
    /** The most rows of a table of a plot's numbers that are shown unfolded. */
    private static final int MOST_UNFOLDED = 20;

    private final Markdown out;

    /** @param out where the parts of the report go */
    MarkdownReport(Markdown out) {
        this.out = out;
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
        view.sections(true).forEach(section -> section(section, 2));
        if (!view.sections(true).isEmpty()) {
            out.line("## Comparison").line();
        }
        table(view.table());
        view.sections(false).forEach(section -> section(section, 2));
    }

    private void section(Section section, int level) {
        if (hasText(section)) {
            out.line("#".repeat(level), " ", escape(section.heading())).line();
            contents(section, level + 1);
        }
    }

    /** Returns whether there is anything but drawings. */
    private static boolean hasText(Section section) {
        return section.contents().stream()
                .anyMatch(content ->
                        content instanceof Figure figure ? !figure.numbers().isEmpty() : !content.isEmpty());
    }

    /**
     * Writes the contents of a section.
     *
     * @param level of headings in it
     */
    void contents(Section section, int level) {
        section.lines().forEach(line -> out.line(escape(line)).line());
        for (Content content : section.contents()) {
            if (content.isEmpty()) {
                continue;
            }
            if (content instanceof DataTable table) {
                table(table.header(), table);
            } else if (content instanceof Content.Facts named) {
                named.facts().forEach(fact -> out.line("- ", escape(fact.name()), ": ", escape(fact.value())));
                out.line();
            } else if (content instanceof Content.Command command) {
                out.code(command.text());
            } else if (content instanceof Section part && part.look() == Section.Look.FOLDED) {
                out.folded(part.heading(), () -> contents(part, level + 1));
            } else if (content instanceof Section part) {
                section(part, level);
            }
        }
        figures(section);
    }

    /** Writes the numbers of its figures, in one table where they have the same columns. */
    private void figures(Section section) {
        Map<List<String>, List<Figure>> byHeader = section.contents().stream()
                .filter(Figure.class::isInstance)
                .map(Figure.class::cast)
                .filter(figure -> !figure.numbers().isEmpty())
                .collect(Collectors.groupingBy(
                        figure -> figure.numbers().header(), LinkedHashMap::new, Collectors.toList()));
        byHeader.forEach((header, figures) -> {
            int rows = figures.stream()
                    .mapToInt(figure -> figure.numbers().rows().size())
                    .sum();
            if (rows > MOST_UNFOLDED) {
                out.folded("Numbers", () -> numbers(header, figures));
            } else {
                numbers(header, figures);
            }
        });
    }

    private void numbers(List<String> header, List<Figure> figures) {
        List<String> names = new ArrayList<>(List.of("of"));
        names.addAll(header);
        header(names, figures.get(0).numbers().names() + 1);
        figures.forEach(figure -> rows(escape(figure.title()), figure.numbers()));
        out.line();
    }

    private void table(List<String> header, DataTable table) {
        header(header, table.names());
        rows("", table);
        out.line();
    }

    private void header(List<String> header, int names) {
        out.header(
                header.stream().map(Markdown::escape).toList(),
                IntStream.range(0, header.size()).mapToObj(i -> i >= names).toList());
    }

    /**
     * Writes the rows of a table.
     *
     * @param first the first cell of every row; empty for none
     */
    private void rows(String first, DataTable table) {
        for (List<DataTable.TableCell> row : table.rows()) {
            List<String> cells = new ArrayList<>(first.isEmpty() ? List.of() : List.of(first));
            row.forEach(cell -> cells.add(cell.isWarning() ? "**" + escape(cell.line()) + "**" : escape(cell.line())));
            out.row(cells);
        }
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
    }

    static String badges(View view) {
        return view.badges().stream()
                .map(badge -> badge.isWarning() ? "**" + escape(badge.text()) + "**" : escape(badge.text()))
                .collect(Collectors.joining(" · "));
    }

    private void answer(Answer answer) {
        out.line("- ", sentence(answer.sentence()));
        if (!answer.tally().isEmpty()) {
            out.line("  - ", tally(answer.tally().stream()));
        }
        if (!answer.leftOut().isEmpty()) {
            out.line("  - ", escape(answer.leftOutText()));
        }
        answer.rows().forEach(row -> out.line("  - ", sentence(row)));
    }

    static String tally(Stream<Answer.Tally> tally) {
        return tally.map(of -> of.count() + " " + escape(of.label().text())).collect(Collectors.joining(", "));
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
                "could have found",
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
        Optional<RatioResult> result = row.result();
        Optional<Comparison> comparison = result.map(RatioResult::comparison);
        return List.of(
                escape(row.line().title()),
                escape(row.b().column()),
                escape(row.line().unit()),
                Numbers.score(row.a().score().mean()),
                Numbers.score(row.b().score().mean()),
                comparison.map(with -> Numbers.ratio(with.ratio())).orElse(Numbers.NONE),
                comparison.map(with -> Numbers.range(with.low(), with.high())).orElse(Numbers.NONE),
                result.filter(RatioResult::hasVerdict)
                        .map(with -> escape(with.label(table.margin()).text()))
                        .orElse(""),
                result.isPresent() ? row.roundsText() : "0",
                result.map(with -> Numbers.effect(with.detectable())).orElse(Numbers.NONE),
                escape(result.isPresent() ? String.join("; ", row.notes()) : row.problem()));
    }

    /** Writes the scores of a single column, which has nothing to be compared with. */
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
}
