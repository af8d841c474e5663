package org.rowmark.report.section;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.section.Content.Facts;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
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

    /**
     * A curve of a figure.
     *
     * @param style its place in the figure
     */
    private record Curve(
            SweepFigures figure, String name, int style, List<Point> points, Optional<ScalabilityLaw> law) {
        private static Stream<Curve> of(SweepFigures figure, Results results) {
            List<Curve> curves = new ArrayList<>();
            figure.curves().forEach((name, values) -> {
                Optional<ScalabilityLaw> law = ScalabilityLaw.of(values);
                List<Point> points = new ArrayList<>();
                values.forEach((threads, byRound) -> points.add(point(
                        figure.cells().get(name).get(threads),
                        Math.round(threads),
                        Means.mean(byRound),
                        law.map(fit -> fit.at(threads)).orElse(Double.NaN),
                        results)));
                curves.add(new Curve(figure, name, curves.size(), points, law));
            });
            return curves.stream().filter(curve -> curve.points.size() > 1);
        }

        private static Point point(Cell cell, long threads, Interval throughput, double fitted, Results results) {
            Counters counts = cell.values().counts();
            return new Point(
                    threads,
                    throughput,
                    fitted,
                    Means.mean(results.cpuOfServer(cell)),
                    Means.mean(CounterText.cpuOfClient(counts)),
                    Means.mean(counts.rounds(CounterName.CLIENT_LOAD.metric())));
        }

        private String title() {
            return (figure.title() + " " + name).strip();
        }

        private String unit() {
            return figure.metric().unit();
        }
    }

    /** A row of the table. */
    private record Row(Curve curve, Point point) {}

    public static Section section(Results results) {
        double margin = results.table().margin();
        List<Curve> curves = SweepFigures.scores(results, Cell.THREADS)
                .filter(figure -> figure.metric().better() == Better.HIGHER)
                .flatMap(figure -> Curve.of(figure, results))
                .toList();
        Map<String, List<Curve>> fitted = curves.stream()
                .filter(curve -> curve.law.isPresent())
                .collect(Collectors.groupingBy(curve -> curve.figure.title(), LinkedHashMap::new, Collectors.toList()));
        Section laws = new Section(
                "Universal Scalability Law",
                "X(N) = λN / (1 + σ(N − 1) + κN(N − 1)): σ is the part of the work that waits for others, κ the cost of"
                        + " keeping up with each other. The 95 % intervals, by a bootstrap over rounds, hold if the law"
                        + " does.",
                fitted.values().stream().map(Scaling::figure).toList());
        Facts facts = new Facts(curves.stream()
                .flatMap(curve -> curve.law.stream().map(law -> new Fact(curve.title(), text(curve, law, margin))))
                .toList());
        return new Section(
                        "Scaling by threads",
                        "CPU times are per operation; those of an embedded database are the client's.",
                        table(curves),
                        laws,
                        facts)
                .withData(
                        "scaling",
                        curves.stream().map(curve -> Data.of(curve, margin)).toList());
    }

    /**
     * A curve for programs.
     *
     * @param law empty where it cannot be fitted
     */
    private record Data(String workload, String configuration, String unit, List<Point> points, Optional<Law> law) {
        private static Data of(Curve curve, double margin) {
            Optional<Law> law =
                    curve.law.map(fit -> new Law(fit, fit.farthestOff(margin).isPresent()));
            return new Data(curve.figure.title(), curve.name, curve.unit(), curve.points, law);
        }
    }

    /** A law, and whether a point lies off it. */
    private record Law(
            @JsonUnwrapped @JsonIgnoreProperties("points") ScalabilityLaw law, boolean isPoor) {}

    private static DataTable table(List<Curve> curves) {
        List<Row> rows = curves.stream()
                .flatMap(curve -> curve.points.stream().map(point -> new Row(curve, point)))
                .toList();
        List<Column<Row>> columns = List.of(
                Column.ofText("Configuration", row -> row.curve.title()),
                Column.ofText("threads", row -> Numbers.whole(row.point.threads)),
                new Column<>("throughput", row -> TableCell.amount(row.point.throughput, row.curve.unit())),
                new Column<>("CPU of the server", row -> TableCell.amount(row.point.serverCpu, MILLIS)),
                new Column<>("CPU of the client", row -> TableCell.amount(row.point.clientCpu, MILLIS)),
                new Column<>("load of the client, %", row -> Clients.load(row.point.clientLoad.mean())));
        return DataTable.of(2, rows, columns).grouped();
    }

    /** Returns the plot of measured points and laws, up to twice the measured threads. */
    private static Figure figure(List<Curve> curves) {
        SweepFigures figure = curves.get(0).figure;
        List<LinePlot.Series> series = new ArrayList<>();
        for (Curve curve : curves) {
            ScalabilityLaw law = curve.law.orElseThrow();
            series.addAll(LinePlot.Series.fitted(
                    curve.style,
                    law.points().get(0).n(),
                    law.doubled(),
                    law::at,
                    law.points().stream().map(point -> new LinePlot.Point(point.n(), point.throughput()))));
        }
        List<LinePlot.Label> labels = curves.stream()
                .flatMap(curve -> Stream.concat(
                        curve.points.stream().map(Point::threads),
                        Stream.of(Math.round(curve.law.orElseThrow().doubled()))))
                .distinct()
                .map(threads -> new LinePlot.Label(threads, Numbers.whole(threads)))
                .toList();
        String unit = figure.metric().unit();
        LinePlot plot = new LinePlot(
                figure.title(),
                unit + " against threads, with the Universal Scalability Law up to twice as many as were measured.",
                new LinePlot.Horizontal(Cell.THREADS, LinePlot.Along.FITTING, labels),
                List.copyOf(figure.cells().keySet()),
                List.of(new LinePlot.Panel(unit, LinePlot.Scale.FITTING, 0, series)),
                List.of(),
                List.of());
        return new Figure(figure.title() + ", fitted", plot::plot, Figure.ELSEWHERE);
    }

    private static String text(Curve curve, ScalabilityLaw law, double margin) {
        Interval peak = law.peak();
        String unit = " " + curve.unit();
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
