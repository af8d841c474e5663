package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.PhaseBars;
import org.rowmark.stats.Interval;

/** The phases of one operation, a plot for each line with a bar for each column. */
public final class PhaseFigures {
    /** The longest phases first: they get the colours that are told apart best. */
    private static final List<String> STYLES = List.of(NamedMetrics.DATA, NamedMetrics.INDEXES);

    /** Instead of those, where pages are filled. */
    private static final List<String> STYLES_OF_FILLING = List.of(NamedMetrics.FILL, NamedMetrics.CHECKPOINT);

    private PhaseFigures() {}

    /** @param id prefix of the plots' ids, unique on the page */
    public static Figures of(ComparisonTable table, String id) {
        List<Phases> all = Phases.of(table);
        List<String> styles = styles(all);
        List<Figure> figures = new ArrayList<>();
        for (Phases phases : all.subList(0, Math.min(Figures.MOST, all.size()))) {
            figures.add(figure(phases, styles, table.columnKey(), id + "-phases" + figures.size()));
        }
        return Figures.of(figures, all.size());
    }

    /** One table of all lines, for a report without drawings. */
    public static DataTable table(ComparisonTable table) {
        List<Phases> all = Phases.of(table);
        TreeSet<String> names = new TreeSet<>(NamedMetrics.byOrder());
        all.forEach(phases -> names.addAll(phases.names()));
        List<String> header = new ArrayList<>(List.of("workload", table.columnKey()));
        header.addAll(numbers(List.copyOf(names)));
        List<List<DataTable.TableCell>> rows = new ArrayList<>();
        for (Phases phases : all) {
            for (Phases.Parts parts : phases.parts()) {
                List<DataTable.TableCell> row = new ArrayList<>(List.of(
                        DataTable.TableCell.of(phases.line().title()),
                        DataTable.TableCell.of(parts.side().column())));
                cells(parts, List.copyOf(names)).forEach(cell -> row.add(DataTable.TableCell.of(cell)));
                rows.add(row);
            }
        }
        return new DataTable("Phases", "Mean seconds with the 95 % interval over rounds.", header, 2, rows);
    }

    private static List<String> styles(List<Phases> all) {
        TreeSet<String> names = new TreeSet<>();
        all.forEach(phases -> names.addAll(phases.names()));
        List<String> styles = new ArrayList<>(Collections.disjoint(names, STYLES) ? STYLES_OF_FILLING : STYLES);
        names.stream().filter(name -> !styles.contains(name)).forEach(styles::add);
        return styles;
    }

    private static Figure figure(Phases phases, List<String> styles, String columnKey, String id) {
        List<PhaseBars.Phase> stacked = phases.names().stream()
                .map(name -> new PhaseBars.Phase(NamedMetrics.phase(name), styles.indexOf(name)))
                .toList();
        List<PhaseBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (Phases.Parts parts : phases.parts()) {
            Interval whole = parts.whole();
            List<Double> seconds = phases.names().stream()
                    .map(name -> parts.phases().containsKey(name)
                            ? parts.phases().get(name).mean()
                            : Double.NaN)
                    .toList();
            String text = whole.n() == 0 ? parts.side().cell().problem() : Numbers.score(whole.mean()) + " s";
            bars.add(new PhaseBars.Row(
                    parts.side().column(), seconds, parts.other().mean(), whole.low(), whole.high(), text));
            List<String> row = new ArrayList<>(List.of(parts.side().column()));
            row.addAll(cells(parts, phases.names()));
            rows.add(row);
        }
        String title = phases.line().title();
        List<String> header = new ArrayList<>(List.of(columnKey));
        header.addAll(numbers(phases.names()));
        return new Figure(title, PhaseBars.plot(id, title, stacked, bars), header, rows);
    }

    private static List<String> numbers(List<String> names) {
        List<String> header = new ArrayList<>();
        names.forEach(name -> header.add(NamedMetrics.phase(name) + " (s)"));
        header.addAll(List.of("other (s)", "whole (s)"));
        return header;
    }

    private static List<String> cells(Phases.Parts parts, List<String> names) {
        List<String> cells = new ArrayList<>();
        boolean tells = !parts.phases().isEmpty();
        names.forEach(name -> cells.add(
                parts.phases().containsKey(name)
                        ? VerdictLabel.interval(parts.phases().get(name))
                        : Numbers.NONE));
        cells.add(tells ? VerdictLabel.difference(parts.other()) : "not told apart");
        cells.add(VerdictLabel.interval(parts.whole()));
        return cells;
    }
}
