package org.rowmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The comparison as an aligned table for a terminal, at most {@value #WIDTH} columns wide. */
final class VerdictText {
    static final int WIDTH = 120;

    private static final String GAP = "  ";
    private static final int WIDEST_TARGET = 30;
    private static final int WIDEST_UNIT = 8;

    private final ReportModel model;
    private final StringBuilder text = new StringBuilder();

    private VerdictText(ReportModel model) {
        this.model = model;
    }

    static String of(ReportModel model) {
        VerdictText verdicts = new VerdictText(model);
        model.runs().forEach(verdicts::run);
        return verdicts.text.toString();
    }

    private void run(RunView run) {
        if (!text.isEmpty()) {
            line("");
        }
        line(run.question());
        run.badges().stream().filter(Badge::isWarning).forEach(badge -> line("! " + badge.text()));
        run.tables().forEach(this::table);
    }

    private void table(ComparisonTable table) {
        line("");
        line(table.title());
        List<Row> rows = table.rows();
        int target = widest(rows, Row::target, WIDEST_TARGET);
        int score = widest(rows, VerdictText::score, WIDTH);
        int ratio = widest(rows, VerdictText::ratio, WIDTH);
        String unit = PlainText.fit(table.unit(), WIDEST_UNIT);
        for (Row row : rows) {
            String name = GAP + pad(row.target(), target) + GAP;
            if (row.isMeasured()) {
                line(name + before(score(row), score) + " " + unit + GAP + pad(ratio(row), ratio) + GAP
                        + judgement(row));
                row.notes().forEach(note -> wrapped(GAP + GAP + "! ", note));
            } else {
                wrapped(name, row.trouble());
            }
        }
    }

    private static String score(Row row) {
        return row.isMeasured() ? Numbers.score(row.score().mean()) : "";
    }

    private static String ratio(Row row) {
        return row.isBaseline()
                ? "baseline"
                : row.against()
                        .map(against -> Words.ratio(against.comparison()))
                        .orElse("");
    }

    private String judgement(Row row) {
        List<String> parts = new ArrayList<>();
        row.against()
                .filter(Row.Against::hasWord)
                .ifPresent(against ->
                        parts.add(Words.of(against.verdict(), model.margin()).text()));
        if (row.isIncomplete()) {
            parts.add(row.roundsText() + " rounds");
        }
        return String.join("; ", parts);
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
