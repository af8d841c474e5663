package org.rowmark.report.section;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.result.CounterName;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.ScalabilityLaw;

/** Throughput by threads with the CPU time beside it, and the Universal Scalability Law where it can be fitted. */
public final class Scaling {
    private static final String MILLIS = "ms";

    private Scaling() {}

    /**
     * A number of threads.
     *
     * @param fitted throughput of the law; NaN without one
     * @param serverCpu milliseconds per operation, as {@code clientCpu}; none of an embedded database
     * @param clientLoad percent of the CPU time that the threads could have had; none of an embedded database
     */
    record Point(
            long threads,
            Interval throughput,
            double fitted,
            Interval serverCpu,
            Interval clientCpu,
            Interval clientLoad) {}

    /** A law, and whether a point lies off it. */
    private record Fit(
            @JsonUnwrapped @JsonIgnoreProperties("points") ScalabilityLaw law, boolean isPoor) {}

    /**
     * A curve of a figure.
     *
     * @param workload with its parameters: the title of the figure
     * @param law empty where it cannot be fitted
     */
    private record Curve(String workload, String configuration, String unit, List<Point> points, Optional<Fit> law) {
        /** Returns the curves of a figure, also those of which nothing is shown, whose places are their styles. */
        private static List<Curve> of(SweepFigures figure, Results results) {
            List<Curve> curves = new ArrayList<>();
            figure.curves().forEach((name, cells) -> {
                Optional<ScalabilityLaw> law = ScalabilityLaw.of(figure.values(cells));
                List<Point> points = new ArrayList<>();
                cells.forEach((threads, cell) -> {
                    Counters counts = cell.values().counts();
                    points.add(new Point(
                            Math.round(threads),
                            figure.mean(cell),
                            law.map(fit -> fit.at(threads)).orElse(Double.NaN),
                            Means.mean(results.cpuOfServer(cell)),
                            Means.mean(CounterText.cpuOfClient(counts)),
                            Means.mean(counts.rounds(CounterName.CLIENT_LOAD.metric()))));
                });
                Optional<Fit> fit = law.map(of ->
                        new Fit(of, of.farthestOff(results.table().margin()).isPresent()));
                curves.add(new Curve(figure.title(), name, figure.measure().unit(), points, fit));
            });
            return curves;
        }

        private String title() {
            return (workload + " " + configuration).strip();
        }
    }

    /** A row of the table. */
    private record Row(Curve curve, Point point) {}

    public static Section section(Results results) {
        double margin = results.table().margin();
        List<List<Curve>> figures = SweepFigures.scores(results, Cell.THREADS)
                .filter(figure -> figure.measure().better() == Better.HIGHER)
                .map(figure -> Curve.of(figure, results))
                .toList();
        List<Curve> curves = figures.stream()
                .flatMap(List::stream)
                .filter(curve -> curve.points.size() > 1)
                .toList();
        Section laws = new Section(
                "Universal Scalability Law",
                "X(N) = λN / (1 + σ(N − 1) + κN(N − 1)): σ is the part of the work that waits for others, κ the cost of"
                        + " keeping up with each other. The 95 % intervals, by a bootstrap over rounds, hold if the law"
                        + " does.",
                figures.stream()
                        .filter(figure -> figure.stream().anyMatch(curve -> curve.law.isPresent()))
                        .map(Scaling::figure)
                        .toList());
        List<Fact> facts = new ArrayList<>();
        curves.forEach(curve -> curve.law.ifPresent(
                fit -> facts.add(new Fact(curve.title(), text(" " + curve.unit, fit.law, margin)))));
        return new Section(
                        "Scaling by threads",
                        "CPU times are per operation; those of an embedded database are the client's.",
                        table(curves),
                        laws,
                        new Content.Facts(facts))
                .withData("scaling", curves);
    }

    private static DataTable table(List<Curve> curves) {
        List<Row> rows = new ArrayList<>();
        curves.forEach(curve -> curve.points.forEach(point -> rows.add(new Row(curve, point))));
        List<Column<Row>> columns = List.of(
                Column.ofText("Configuration", row -> row.curve.title()),
                Column.ofText("threads", row -> Numbers.whole(row.point.threads)),
                new Column<>("throughput", row -> TableCell.amount(row.point.throughput, row.curve.unit)),
                new Column<>("CPU of the server", row -> TableCell.amount(row.point.serverCpu, MILLIS)),
                new Column<>("CPU of the client", row -> TableCell.amount(row.point.clientCpu, MILLIS)),
                new Column<>("load of the client, %", row -> Clients.load(row.point.clientLoad.mean())));
        return DataTable.of(2, rows, columns).grouped();
    }

    /** Returns the plot of measured points and laws, up to twice the measured threads. */
    private static Figure figure(List<Curve> curves) {
        List<LinePlot.Series> series = new ArrayList<>();
        curves.forEach(curve -> curve.law.map(Fit::law).ifPresent(law -> {
            int style = curves.indexOf(curve);
            series.addAll(LinePlot.Series.fitted(
                    style,
                    law.points().get(0).n(),
                    law.doubled(),
                    law::at,
                    law.points().stream().map(point -> new LinePlot.Point(point.n(), point.throughput()))));
            LinePlot.Point predicted = LinePlot.Point.of(law.doubled(), law.at(law.doubled()));
            series.add(new LinePlot.Series(style, LinePlot.Kind.HOLLOW, List.of(predicted)));
        }));
        String workload = curves.get(0).workload;
        String unit = curves.get(0).unit;
        LinePlot plot = new LinePlot(
                workload,
                unit + " against threads, with the Universal Scalability Law up to twice as many as were measured.",
                new LinePlot.Horizontal(Cell.THREADS, LinePlot.Along.FITTING, List.of()),
                curves.stream().map(Curve::configuration).toList(),
                new LinePlot.Panel(unit, LinePlot.Scale.FITTING, 0, series));
        return new Figure(workload + ", fitted", plot::plot, Figure.ELSEWHERE);
    }

    /** @param unit with a space before it */
    private static String text(String unit, ScalabilityLaw law, double margin) {
        Interval peak = law.peak();
        String most = Double.isInfinite(peak.mean())
                ? "The law has no highest throughput (κ is 0)"
                : "Highest at " + score(peak, " threads") + ": " + Numbers.score(law.at(peak.mean())) + unit;
        String beyond =
                peak.mean() > law.doubled() / 2 && Double.isFinite(peak.mean()) ? ", beyond what was measured" : "";
        String poor = law.farthestOff(margin)
                .map(point -> " Poor fit: at " + Numbers.plain(point.n()) + " threads the mean is "
                        + Numbers.change(point.deviation())
                        + " off, more than the margin and outside its interval; do not extrapolate.")
                .orElse("");
        return "λ " + score(law.lambda(), "") + ", σ " + score(law.sigma(), "") + ", κ " + score(law.kappa(), "")
                + ", R² " + Numbers.score(law.rSquared()) + ". " + most + beyond + ". "
                + Numbers.plain(law.doubled()) + " threads would do " + score(law.atDoubled(), unit) + "." + poor;
    }

    /** Returns a mean with its unit, and an interval in brackets, whose ends may be infinite. */
    private static String score(Interval of, String unit) {
        String range = of.isKnown() ? " (" + end(of.low()) + "–" + end(of.high()) + ")" : "";
        return Numbers.score(of.mean()) + unit + range;
    }

    private static String end(double value) {
        return Double.isInfinite(value) ? "∞" : Numbers.score(value);
    }
}
