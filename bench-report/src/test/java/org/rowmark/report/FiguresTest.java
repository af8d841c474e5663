package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.result.PublishedFigures;

class FiguresTest {
    private static final View TIMED = View.of(Demos.timed(), ReportOptions.NONE);

    @Test
    void percentiles_are_lines_of_the_comparison_where_enough_operations_were_timed() {
        // five iterations of a thousand operations: ten beyond p99, five beyond p99.9
        assertThat(TIMED.table().lines())
                .extracting(Line::title)
                .containsExactly("select-by-key", "select-by-key p50", "select-by-key p99");
        Side p99 = TIMED.table().lines().get(2).sides().get(0);
        assertThat(p99.score().mean()).isBetween(4.5, 7.0);
        assertThat(TIMED.table().lines().get(2).metric().unit()).isEqualTo("ms");
        assertThat(TIMED.table()
                        .rows()
                        .get(2)
                        .against()
                        .orElseThrow()
                        .comparison()
                        .ratio())
                .isBetween(0.6, 0.75);
    }

    @Test
    void latency_is_drawn_with_its_kind_of_load_and_its_numbers() {
        Figures figures = LatencyFigures.of(TIMED.table(), TIMED.load(), "c1");
        assertThat(figures.all()).hasSize(1);
        Figure figure = figures.all().get(0);
        assertThat(figure.svg()).contains("closed loop");
        assertThat(figure.rows()).extracting(row -> row.get(0)).containsExactly("h2", "derby");
        assertThat(figure.rows().get(0).get(1)).isEqualTo("30,000");
        // 30,000 operations: thirty beyond p99.9, three beyond p99.99
        assertThat(figure.rows().get(0).get(5)).isNotEqualTo(Numbers.NONE);
        assertThat(figure.rows().get(0).get(6)).isEqualTo(Numbers.NONE);
    }

    @Test
    void events_are_counted_per_operation_and_rates_are_not() {
        Figures figures = CounterFigures.of(TIMED.table(), "c1");
        assertThat(figures.all())
                .extracting(Figure::title)
                .containsExactly("select-by-key: gc.alloc.rate.norm (B/op)", "select-by-key: lock_waits/op");
        assertThat(figures.all().get(1).rows().get(0).get(1)).isEqualTo("0.250");
    }

    @Test
    void three_numeric_values_of_a_parameter_are_a_curve_for_each_target() {
        View view = View.of(Demos.fetchSizes(), ReportOptions.NONE);
        Figures figures = SweepFigures.of(view.cells(), 0.03, "c1");
        assertThat(figures.all()).hasSize(1);
        Figure figure = figures.all().get(0);
        assertThat(figure.title()).isEqualTo("cursor by fetch");
        assertThat(figure.rows()).hasSize(6);
        assertThat(figure.rows().get(1)).startsWith("h2", "100");
        // from 1 to 100 the score triples: 3^(1 / log2 100) per doubling
        assertThat(figure.rows().get(1).get(4)).startsWith("1.18×");
        assertThat(figure.rows().get(2).get(5)).isEqualTo("no knee inside the swept range");
    }

    @Test
    void published_ratios_stand_beside_the_lines_that_they_belong_to() {
        PublishedFigures figures = new PublishedFigures(
                "f.csv",
                "Fetch",
                Optional.of(new PublishedFigures.Match("workload", "what", "off_s", "on_s", "lower")));
        Publication publication = Publication.parse(
                figures, "# Measured by hand.\nwhat,off_s,on_s\nselect-by-key,28.09,27.91\nother,1,\n");
        assertThat(publication.conditions()).containsExactly("Measured by hand.");
        assertThat(publication.rows()).hasSize(2);
        List<Publication.Pair> pairs = publication.pairs(TIMED.table());
        assertThat(pairs).hasSize(1);
        assertThat(pairs.get(0).published()).isEqualTo("1.01× (1.01x on_s)");
        assertThat(pairs.get(0).ours()).startsWith("0.6");
    }
}
