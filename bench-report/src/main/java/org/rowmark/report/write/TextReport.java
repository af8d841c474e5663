package org.rowmark.report.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.Sentence;
import org.rowmark.report.model.View;

/** The comparison as an aligned table for a terminal, at most {@value #WIDTH} columns wide. */
public final class TextReport {
    public static final int WIDTH = 120;

    private static final String GAP = "  ";
    private static final int WIDEST_COLUMN = 30;
    private static final int WIDEST_UNIT = 8;
    private static final int WIDEST_TITLE = 70;

    private final StringBuilder text = new StringBuilder();

    private TextReport() {}

    public static String of(ReportModel model) {
        TextReport verdicts = new TextReport();
        model.machines().ifPresent(machines -> verdicts.wrapped("! ", machines));
        model.views().forEach(verdicts::view);
        return verdicts.text.toString();
    }

    private void view(View view) {
        if (!text.isEmpty()) {
            line("");
        }
        line(view.question());
        view.machines().ifPresent(machines -> wrapped("! ", machines));
        view.badges().stream().filter(Badge::isWarning).forEach(badge -> wrapped("! ", badge.text()));
        if (!view.loadOfPercentiles().isEmpty()) {
            line(view.loadOfPercentiles());
        }
        ComparisonTable table = view.table();
        Map<Integer, List<CaseRatio>> rows = table.rows().stream().collect(Collectors.groupingBy(CaseRatio::lineIndex));
        if (table.columns().size() == 1) {
            scores(table.lines());
        } else {
            for (int i = 0; i < table.lines().size(); i++) {
                lines(table.lines().get(i), rows.getOrDefault(i, List.of()), table);
            }
        }
        overall(view);
    }

    /** Writes a single column, a line for each case. */
    private void scores(List<Case> cases) {
        line("");
        int title = widest(cases, Case::title, WIDEST_TITLE);
        int score = widest(cases, of -> score(of.columnValues().get(0)), WIDTH);
        int unit = widest(cases, Case::unit, WIDEST_UNIT);
        for (Case of : cases) {
            ColumnValue side = of.columnValues().get(0);
            String problem = side.cell().problem();
            String name = pad(of.title(), title) + GAP;
            if (side.isMeasured()) {
                String interval = side.score().isKnown() ? "(" + Numbers.range(side.score()) + ")" : "";
                line(name + before(score(side), score) + " " + pad(of.unit(), unit) + GAP + interval);
            }
            if (!problem.isEmpty()) {
                wrapped(side.isMeasured() ? GAP + GAP + "! " : name, problem);
            }
        }
    }

    /** Writes the sentence over all lines, where there is one. */
    private void overall(View view) {
        List<Sentence> whole = view.answers().stream()
                .filter(answer -> !answer.tally().isEmpty())
                .map(Answer::sentence)
                .toList();
        if (!whole.isEmpty()) {
            line("");
            whole.forEach(sentence -> wrapped("", (sentence.label().shape() + " " + sentence.text()).strip()));
        }
    }

    private void lines(Case of, List<CaseRatio> rows, ComparisonTable table) {
        line("");
        line(of.title());
        List<ColumnValue> columnValues = of.columnValues();
        Map<String, CaseRatio> byColumn =
                rows.stream().collect(Collectors.toMap(row -> row.b().column(), row -> row));
        int column = widest(columnValues, ColumnValue::column, WIDEST_COLUMN);
        int score = widest(columnValues, TextReport::score, WIDTH);
        int ratio = widest(columnValues, side -> ratio(side, byColumn.get(side.column()), table), WIDTH);
        int unit = widest(columnValues, side -> side.isMeasured() ? side.unit(of.metric()) : "", WIDEST_UNIT);
        for (ColumnValue side : columnValues) {
            String name = GAP + pad(side.column(), column) + GAP;
            CaseRatio row = byColumn.get(side.column());
            if (side.isMeasured()) {
                line(name + before(score(side), score) + " " + pad(side.unit(of.metric()), unit) + GAP
                        + pad(ratio(side, row, table), ratio) + GAP + judgement(side, row, table));
                notes(side, row, table).forEach(note -> wrapped(GAP + GAP + "! ", note));
            } else {
                wrapped(name, side.cell().problem());
            }
        }
    }

    private static List<String> notes(ColumnValue side, CaseRatio row, ComparisonTable table) {
        if (row != null) {
            return row.result().isPresent() ? row.notes() : List.of(row.problem());
        }
        return side.cell().problem().isEmpty() ? List.of() : List.of(side.cell().problem());
    }

    private static String score(ColumnValue side) {
        return side.isMeasured() ? Numbers.score(side.score().mean()) : "";
    }

    private static String ratio(ColumnValue side, CaseRatio row, ComparisonTable table) {
        if (row == null) {
            return table.columns().size() > 1 && side.column().equals(table.baselineName()) ? "baseline" : "";
        }
        return row.result().map(with -> VerdictLabel.ratio(with.comparison())).orElse("");
    }

    private static String judgement(ColumnValue side, CaseRatio row, ComparisonTable table) {
        List<String> parts = new ArrayList<>();
        if (row != null) {
            row.result()
                    .filter(RatioResult::hasVerdict)
                    .ifPresent(with -> parts.add(with.label(table.margin()).text()));
        }
        if (side.cell().isIncomplete()) {
            parts.add(side.cell().roundsText() + " rounds");
        }
        return String.join("; ", parts);
    }

    private static <T> int widest(List<T> rows, Function<T, String> cell, int most) {
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

    private static String before(String value, int columns) {
        return " ".repeat(columns - PlainText.columns(value)) + value;
    }

    /** Writes a reason in full: what to do is at its end. */
    private void wrapped(String start, String reason) {
        String indent = " ".repeat(PlainText.columns(PlainText.clean(start)));
        List<String> lines = PlainText.wrap(reason, WIDTH - indent.length());
        for (int i = 0; i < lines.size(); i++) {
            line((i == 0 ? start : indent) + lines.get(i));
        }
    }

    private void line(String line) {
        text.append(PlainText.fit(line, WIDTH).stripTrailing()).append('\n');
    }
}
