package org.rowmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The comparison as an aligned table for a terminal, at most {@value #WIDTH} columns wide. */
final class VerdictText {
    static final int WIDTH = 120;

    private static final String GAP = "  ";
    private static final int WIDEST_COLUMN = 30;
    private static final int WIDEST_UNIT = 8;

    private final StringBuilder text = new StringBuilder();

    private VerdictText() {}

    static String of(ReportModel model) {
        VerdictText verdicts = new VerdictText();
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
        Map<Integer, List<Row>> rows = table.rows().stream().collect(Collectors.groupingBy(Row::lineIndex));
        for (int i = 0; i < table.lines().size(); i++) {
            lines(table.lines().get(i), rows.getOrDefault(i, List.of()), table);
        }
        overall(view);
    }

    /** The sentence over all lines, where there is one. */
    private void overall(View view) {
        List<Answer> whole = view.answers().stream()
                .filter(answer -> !answer.tally().isEmpty())
                .toList();
        if (!whole.isEmpty()) {
            line("");
            whole.forEach(answer -> wrapped(
                    "",
                    (answer.sentence().words().shape() + " " + answer.sentence().text()).strip()));
        }
    }

    private void lines(Line of, List<Row> rows, ComparisonTable table) {
        line("");
        line(of.title());
        List<Side> sides = of.sides();
        Map<String, Row> byColumn =
                rows.stream().collect(Collectors.toMap(row -> row.b().column(), row -> row));
        int column = widest(sides, Side::column, WIDEST_COLUMN);
        int score = widest(sides, VerdictText::score, WIDTH);
        int ratio = widest(sides, side -> ratio(side, byColumn.get(side.column()), table), WIDTH);
        int unit = widest(sides, side -> side.isMeasured() ? side.unit(of.metric()) : "", WIDEST_UNIT);
        for (Side side : sides) {
            String name = GAP + pad(side.column(), column) + GAP;
            Row row = byColumn.get(side.column());
            if (side.isMeasured()) {
                line(name + before(score(side), score) + " " + pad(side.unit(of.metric()), unit) + GAP
                        + pad(ratio(side, row, table), ratio) + GAP + judgement(side, row, table));
                notes(side, row, table).forEach(note -> wrapped(GAP + GAP + "! ", note));
            } else {
                wrapped(name, side.cell().trouble());
            }
        }
    }

    private static List<String> notes(Side side, Row row, ComparisonTable table) {
        if (row != null) {
            return row.against().isPresent() ? row.notes(table.margin()) : List.of(row.trouble());
        }
        return side.cell().trouble().isEmpty() ? List.of() : List.of(side.cell().trouble());
    }

    private static String score(Side side) {
        return side.isMeasured() ? Numbers.score(side.score().mean()) : "";
    }

    private static String ratio(Side side, Row row, ComparisonTable table) {
        if (row == null) {
            return table.columns().size() > 1 && side.column().equals(table.baselineName()) ? "baseline" : "";
        }
        return row.against().map(with -> Words.ratio(with.comparison())).orElse("");
    }

    private static String judgement(Side side, Row row, ComparisonTable table) {
        List<String> parts = new ArrayList<>();
        if (row != null) {
            row.against()
                    .filter(Against::hasWord)
                    .ifPresent(with -> parts.add(with.words(table.margin()).text()));
        }
        if (side.cell().isIncomplete()) {
            parts.add(side.cell().roundsText() + " rounds");
        }
        return String.join("; ", parts);
    }

    private static int widest(List<Side> sides, Function<Side, String> cell, int most) {
        return sides.stream()
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

    /** A reason is told to its end, for its end says what to do. */
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
