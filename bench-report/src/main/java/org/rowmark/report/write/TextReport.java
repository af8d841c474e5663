package org.rowmark.report.write;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;

/** The comparison as an aligned table for a terminal, at most {@value #WIDTH} columns wide. */
public final class TextReport {
    public static final int WIDTH = 120;

    private static final String GAP = "  ";
    private static final int WIDEST_COLUMN = 30;
    private static final int WIDEST_UNIT = 8;
    private static final int WIDEST_TITLE = 70;

    /**
     * A row of an aligned table.
     *
     * @param score empty where nothing was measured
     * @param ratio to the baseline, or the interval of a single column
     */
    private record Row(String name, String score, String unit, String ratio, String words, List<String> notes) {
        static Row of(String name, ColumnValue side, Metric metric, String ratio, String words, List<String> notes) {
            if (!side.isMeasured()) {
                return new Row(name, "", "", ratio, words, notes);
            }
            String all = Stream.concat(Stream.of(words), side.besideScore(metric).stream())
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
            return new Row(name, Numbers.score(side.score().mean()), side.unit(metric), ratio, all, notes);
        }
    }

    private final StringBuilder text = new StringBuilder();

    private TextReport() {}

    public static String of(ReportModel model) {
        TextReport verdicts = new TextReport();
        model.views().forEach(verdicts::view);
        return verdicts.text.toString();
    }

    private void view(View view) {
        if (!text.isEmpty()) {
            line("");
        }
        wrapped("", view.question());
        wrapped(GAP, view.conditions());
        view.badges().stream().filter(Badge::isWarning).forEach(badge -> wrapped("! ", badge.text()));
        wrapped("", view.loadOfPercentiles());
        ComparisonTable table = view.table();
        means(view.answers());
        if (table.columns().size() == 1) {
            line("");
            rows("", WIDEST_TITLE, table.lines().stream().map(TextReport::score).toList());
        } else {
            comparison(table, view.results().caveats());
        }
    }

    /** Writes the means over rows, and what they are of. */
    private void means(List<Answer> answers) {
        List<Answer> means =
                answers.stream().filter(answer -> !answer.tally().isEmpty()).toList();
        if (!means.isEmpty()) {
            line("");
        }
        means.stream()
                .map(Answer::sentence)
                .forEach(mean -> wrapped("", (mean.label().shape() + " " + mean.text()).strip()));
        means.stream().map(Answer::meanText).distinct().forEach(text -> wrapped(GAP, text));
    }

    private void comparison(ComparisonTable table, Map<String, String> caveats) {
        Map<Integer, Map<String, CaseRatio>> rows = table.rows().stream()
                .collect(Collectors.groupingBy(
                        row -> row.line().index(),
                        Collectors.toMap(row -> row.b().column(), row -> row)));
        for (Case of : table.lines()) {
            Map<String, CaseRatio> byColumn = rows.getOrDefault(of.index(), Map.of());
            line("");
            wrapped("", of.title());
            Optional.ofNullable(caveats.get(of.key().workload())).ifPresent(caveat -> wrapped(GAP + "! ", caveat));
            List<Row> sides = table.shown(of).stream()
                    .map(side -> side(side, of, Optional.ofNullable(byColumn.get(side.column())), table))
                    .toList();
            rows(GAP, WIDEST_COLUMN, sides);
        }
    }

    private static Row score(Case of) {
        ColumnValue side = of.columnValues().get(0);
        String interval = side.score().isKnown() ? "(" + Numbers.range(side.score()) + ")" : "";
        return Row.of(of.title(), side, of.metric(), interval, "", problems(side));
    }

    private static Row side(ColumnValue side, Case of, Optional<CaseRatio> row, ComparisonTable table) {
        String baseline = side.column().equals(table.baselineName()) ? "baseline" : "";
        Optional<CaseRatio> compared = row.filter(CaseRatio::isCompared);
        String ratio =
                compared.map(with -> VerdictLabel.ratio(with.comparison())).orElse(row.isPresent() ? "" : baseline);
        String verdict = compared.map(with -> with.label().text()).orElse("");
        String rounds = side.cell().isIncomplete() ? side.cell().roundsText() + " rounds" : "";
        String words =
                Stream.of(verdict, rounds).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
        List<String> notes = row.map(CaseRatio::notes).orElse(problems(side));
        return Row.of(side.column(), side, of.metric(), ratio, words, notes);
    }

    private static List<String> problems(ColumnValue side) {
        String problem = side.cell().problem();
        return problem.isEmpty() ? List.of() : List.of(problem);
    }

    /**
     * Writes rows whose cells are aligned, with their notes below them or in place of a score. A name that is too wide
     * has lines of its own.
     */
    private void rows(String indent, int widestName, List<Row> rows) {
        int name = rows.stream()
                .mapToInt(row -> PlainText.columns(PlainText.clean(row.name())))
                .filter(columns -> columns <= widestName)
                .max()
                .orElse(0);
        int score = widest(rows, Row::score, WIDTH);
        int unit = widest(rows, Row::unit, WIDEST_UNIT);
        int ratio = widest(rows, Row::ratio, WIDTH);
        for (Row row : rows) {
            boolean isWide = PlainText.columns(PlainText.clean(row.name())) > name;
            if (isWide) {
                wrapped(indent, row.name());
            }
            String start = indent + pad(isWide ? "" : row.name(), name) + GAP;
            boolean isMeasured = !row.score().isEmpty();
            if (isMeasured) {
                String right = " ".repeat(score - PlainText.columns(row.score())) + row.score();
                line(start + right + " " + pad(row.unit(), unit) + GAP + pad(row.ratio(), ratio) + GAP + row.words());
            }
            row.notes().forEach(note -> wrapped(isMeasured ? GAP + GAP + "! " : start, note));
        }
    }

    private static int widest(List<Row> rows, Function<Row, String> cell, int most) {
        return rows.stream()
                .map(cell)
                .mapToInt(value -> PlainText.columns(PlainText.fit(value, most)))
                .max()
                .orElse(0);
    }

    private static String pad(String value, int columns) {
        String fitting = PlainText.fit(value, columns);
        return fitting + " ".repeat(columns - PlainText.columns(fitting));
    }

    /** Writes a text in full: of a reason, what to do is at its end. An empty one has no line. */
    private void wrapped(String start, String words) {
        String indent = " ".repeat(PlainText.columns(PlainText.clean(start)));
        List<String> lines = words.isEmpty() ? List.of() : PlainText.wrap(words, WIDTH - indent.length());
        for (int i = 0; i < lines.size(); i++) {
            line((i == 0 ? start : indent) + lines.get(i));
        }
    }

    private void line(String line) {
        text.append(PlainText.fit(line.stripTrailing(), WIDTH).stripTrailing()).append('\n');
    }
}
