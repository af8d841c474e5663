package org.rowmark.report.write;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Provenance;

/** The comparison as an aligned table for a terminal, at most {@value #WIDTH} columns wide. */
public final class TextReport {
    private static final int WIDTH = 120;
    private static final String GAP = "  ";
    private static final int WIDEST_COLUMN = 30;
    private static final int WIDEST_UNIT = 8;
    private static final int WIDEST_TITLE = 70;
    private static final Set<String> PLACE = Set.of(Provenance.HOST, "System", "JVM");

    /**
     * A row of an aligned table.
     *
     * @param score empty where nothing was measured
     * @param ratio to the baseline, or the interval of a single column
     */
    private record Row(String name, String score, String unit, String ratio, String words, List<String> notes) {}

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
            rows("", WIDEST_TITLE, table.lines().stream().map(TextReport::only).toList());
        } else {
            comparison(table, view.results().caveats());
        }
        List<Provenance> sources = view.results().sources();
        if (!sources.get(0).name().isEmpty()) { // the only run of a report has no name
            line("");
            sources.forEach(this::place);
        }
    }

    /**
     * Writes, for example, {@code before: 2026-11-20 09:15 UTC, took 3 min 20 s; Host bench-01, System Debian GNU/Linux
     * 13, JVM OpenJDK 17.0.15}.
     */
    private void place(Provenance source) {
        line(source.environment().stream()
                .filter(fact -> PLACE.contains(fact.name()))
                .map(fact -> fact.name() + " " + fact.value())
                .collect(Collectors.joining(", ", source.name() + ": " + source.when() + "; ", "")));
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
        IdentityHashMap<ColumnValue, CaseRatio> ratios = new IdentityHashMap<>();
        table.rows().forEach(row -> ratios.put(row.b(), row));
        for (Case of : table.lines()) {
            line("");
            wrapped("", of.title());
            wrapped(GAP + "! ", caveats.getOrDefault(of.key().workload(), ""));
            List<Row> sides = table.shown(of).stream()
                    .map(side -> {
                        String baseline = side.column().equals(table.baselineName()) ? "baseline" : "";
                        return row(side.column(), side, of, Optional.ofNullable(ratios.get(side)), baseline);
                    })
                    .toList();
            rows(GAP, WIDEST_COLUMN, sides);
        }
    }

    private static Row only(Case of) {
        ColumnValue side = of.columnValues().get(0);
        String interval = side.score().isKnown() ? "(" + Numbers.range(side.score()) + ")" : "";
        return row(of.title(), side, of, Optional.empty(), interval);
    }

    /** @param alone in place of a ratio */
    private static Row row(String name, ColumnValue side, Case of, Optional<CaseRatio> compared, String alone) {
        String ratio = compared.map(row -> row.isCompared() ? VerdictLabel.ratio(row.comparison()) : "")
                .orElse(alone);
        String verdict = compared.map(row -> row.label().text()).orElse("");
        String rounds = side.cell().isIncomplete() ? side.cell().roundsText() + " rounds" : "";
        String words = Stream.concat(Stream.of(verdict, rounds), side.besideScore(of.metric()).stream())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        String score = side.isMeasured() ? Numbers.score(side.score().mean()) : "";
        List<String> notes =
                compared.map(CaseRatio::notes).orElse(List.of(side.cell().problem()));
        return new Row(name, score, side.unit(of.metric()), ratio, words, notes);
    }

    /**
     * Writes rows whose cells are aligned, with their notes below them or in place of a score. A name that is too wide
     * has lines of its own.
     */
    private void rows(String indent, int widestName, List<Row> rows) {
        Predicate<Row> isWide = row -> PlainText.columns(PlainText.clean(row.name())) > widestName;
        int name = widest(rows, row -> isWide.test(row) ? "" : row.name(), widestName);
        int score = widest(rows, Row::score, WIDTH);
        int unit = widest(rows, Row::unit, WIDEST_UNIT);
        int ratio = widest(rows, Row::ratio, WIDTH);
        for (Row row : rows) {
            if (isWide.test(row)) {
                wrapped(indent, row.name());
            }
            String start = indent + pad(isWide.test(row) ? "" : row.name(), name) + GAP;
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
