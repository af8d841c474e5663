package org.rowmark.report.write;

import static org.rowmark.report.write.Markdown.escape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.Answer.Sentence;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.section.Conduct;
import org.rowmark.report.section.Content;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Section;
import org.rowmark.report.section.SingleValues;
import org.rowmark.report.section.TableCell;

/** The report as Markdown, for a commit or a comment: the same words and numbers, without the drawings. */
public final class MarkdownReport {
    /** The most rows of a table of a plot's numbers that are shown unfolded. */
    private static final int MOST_UNFOLDED = 20;

    /** The headings of the sections of a comment. */
    private static final Set<String> FOLDED =
            Set.of(Conduct.HEADING, Conduct.TARGETS, SingleValues.ROUNDS, Conduct.REPRODUCTION);

    private static final List<Column<Case>> SCORES = List.of(
            new Column<>("workload", false, Case::title),
            new Column<>("score", true, line -> score(side(line), line)),
            new Column<>("unit", false, line -> line.metric().unit()),
            new Column<>("95 % interval", true, line -> Numbers.range(side(line).score())),
            new Column<>("rounds", true, line -> side(line).cell().roundsText()),
            new Column<>("notes", false, line -> side(line).cell().problem()));

    /** A column of the table of the comparison, or of that of the scores. */
    private record Column<T>(String name, boolean isNumber, Function<T, String> cell) {}

    private final Markdown out = new Markdown();

    private MarkdownReport() {}

    public static String of(ReportModel model) {
        MarkdownReport report = new MarkdownReport();
        report.out.paragraph(ReportFiles.MARKDOWN);
        model.views().forEach(view -> report.view(view, false));
        return report.out.toString();
    }

    /** Returns a comparison as a comment on a change, with its details folded. */
    public static String comment(ReportModel model) {
        MarkdownReport comment = new MarkdownReport();
        model.views().forEach(view -> comment.view(view, true));
        return comment.out.toString();
    }

    private void view(View view, boolean isComment) {
        out.paragraph(isComment ? "### " : "# ", escape(view.question()));
        out.paragraph(escape(view.conditions()));
        String badges = view.badges().stream()
                .map(badge -> escape(badge.text(), badge.isWarning()))
                .collect(Collectors.joining(" · "));
        out.paragraph(escape(view.when()), " · ", badges);
        view.noise().forEach(noise -> out.paragraph(escape(noise)));
        view.answers().forEach(this::answer);
        if (!view.answers().isEmpty()) {
            out.line();
        }
        out.paragraph(view.loadOfPercentiles());
        if (isComment) {
            table(view.table());
            view.sections(false).stream()
                    .filter(section -> FOLDED.contains(section.heading()))
                    .forEach(section -> out.folded(section.heading(), () -> contents(section, 3)));
            out.line(
                    "<sub>More than 1× is better, whichever way the unit counts; ±",
                    Numbers.percent(view.table().margin()),
                    " is taken as too small to matter. ▲ faster, ▼ slower; hollow where the size is unsure.</sub>");
            return;
        }
        List<Section> first = view.sections(true);
        first.forEach(section -> section(section, 2));
        out.paragraph(first.isEmpty() ? "" : "## Comparison");
        table(view.table());
        view.sections(false).forEach(section -> section(section, 2));
    }

    private void answer(Answer answer) {
        out.line("- ", sentence(answer.sentence()));
        String tally = answer.tally().stream()
                .map(of -> of.count() + " " + escape(of.label().text()))
                .collect(Collectors.joining(", "));
        Stream.concat(
                        Stream.of(tally, escape(answer.meanText()), escape(answer.leftOutText())),
                        answer.rows().stream().map(MarkdownReport::sentence))
                .filter(text -> !text.isEmpty())
                .forEach(text -> out.line("  - ", text));
    }

    private static String sentence(Sentence sentence) {
        String shape = sentence.label().shape();
        String title = sentence.title().isEmpty() ? "" : escape(sentence.title()) + ": ";
        return title + (shape.isEmpty() ? "" : shape + " ") + escape(sentence.text());
    }

    /** Writes the comparison, or the scores of a single column, which has nothing to be compared with. */
    private void table(ComparisonTable table) {
        if (table.rows().isEmpty()) {
            table(SCORES, table.lines(), "comparison.json");
            return;
        }
        List<Column<CaseRatio>> ratios = List.of(
                new Column<>("workload", false, row -> row.line().title()),
                new Column<>(table.columnKey(), false, row -> row.b().column()),
                new Column<>("unit", false, row -> row.line().unit()),
                new Column<>(table.baselineName(), true, row -> score(row.a(), row.line())),
                new Column<>("score", true, row -> score(row.b(), row.line())),
                new Column<>(
                        "ratio", true, row -> Numbers.ratio(row.comparison().ratio())),
                new Column<>(
                        "95 % interval",
                        true,
                        row -> Numbers.range(
                                row.comparison().low(), row.comparison().high())),
                new Column<>("verdict", false, row -> row.label().text()),
                new Column<>("rounds", true, row -> row.isCompared() ? row.roundsText() : "0"),
                new Column<>("detectable", true, row -> Numbers.effect(row.missable())),
                new Column<>("notes", false, row -> String.join("; ", row.notes())));
        table(ratios, table.rows(), "comparison.csv");
        if (!table.mixed().isEmpty()) {
            out.paragraph(
                    "Cells of this table are geometric means within each round: ", escape(table.mixedText()), ".");
        }
    }

    /** @param whole name of the file that has all rows */
    private <T> void table(List<Column<T>> columns, List<T> rows, String whole) {
        out.table(
                columns.stream().map(Column::name).toList(),
                i -> columns.get(i).isNumber(),
                rows.stream()
                        .limit(PageComparison.MOST_ROWS)
                        .map(row -> columns.stream()
                                .map(column -> escape(column.cell().apply(row)))));
        if (rows.size() > PageComparison.MOST_ROWS) {
            String shown = "The first " + Numbers.whole(PageComparison.MOST_ROWS) + " of " + Numbers.whole(rows.size());
            out.paragraph(shown, " rows; ", whole, " has all of them.");
        }
    }

    /** Returns {@code 119 (3214 NOPM)}. */
    private static String score(ColumnValue side, Case line) {
        String beside = String.join(", ", side.besideScore(line.metric()));
        return Numbers.score(side.score().mean()) + (beside.isEmpty() ? "" : " (" + beside + ")");
    }

    private static ColumnValue side(Case line) {
        return line.columnValues().get(0);
    }

    private void section(Section section, int level) {
        boolean hasText = section.contents().stream()
                .anyMatch(content ->
                        content instanceof Figure figure ? !figure.numbers().isEmpty() : !content.isEmpty());
        if (hasText) {
            out.paragraph("#".repeat(level), " ", escape(section.heading()));
            contents(section, level + 1);
        }
    }

    private void contents(Section section, int level) {
        section.text().lines().forEach(line -> out.paragraph(escape(line)));
        Map<List<String>, List<Figure>> figures = new LinkedHashMap<>();
        for (Content content : section.contents()) {
            if (content.isEmpty()) {
                continue;
            }
            if (content instanceof DataTable table) {
                table(table);
            } else if (content instanceof Content.Facts named) {
                named.facts().forEach(fact -> out.line("- ", escape(fact.name()), ": ", escape(fact.value())));
                out.line();
            } else if (content instanceof Content.Command command) {
                out.code(command.text());
            } else if (content instanceof Section part && part.look() == Section.Look.FOLDED) {
                out.folded(part.heading(), () -> contents(part, level + 1));
            } else if (content instanceof Section part) {
                section(part, level);
            } else if (content instanceof Figure figure && !figure.numbers().isEmpty()) {
                List<String> header = figure.numbers().header();
                figures.computeIfAbsent(header, none -> new ArrayList<>()).add(figure);
            }
        }
        figures.values().forEach(this::figures);
    }

    /** Writes the numbers of figures with the same columns in one table. */
    private void figures(List<Figure> figures) {
        DataTable first = figures.get(0).numbers();
        List<String> header =
                Stream.concat(Stream.of("of"), first.header().stream()).toList();
        List<List<TableCell>> rows = figures.stream()
                .flatMap(figure -> figure.numbers().rows().stream()
                        .map(row -> Stream.concat(Stream.of(TableCell.of(figure.title())), row.stream())
                                .toList()))
                .toList();
        DataTable numbers = new DataTable(header, first.names() + 1, rows);
        if (rows.size() > MOST_UNFOLDED) {
            out.folded("Numbers", () -> table(numbers));
        } else {
            table(numbers);
        }
    }

    private void table(DataTable table) {
        out.table(
                table.header(),
                i -> i >= table.names(),
                table.rows().stream().map(row -> row.stream().map(cell -> escape(cell.line(), cell.isWarning()))));
        out.paragraph(escape(table.leftOutText()));
    }
}
