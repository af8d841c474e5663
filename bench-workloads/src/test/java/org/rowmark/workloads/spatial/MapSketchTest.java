package org.rowmark.workloads.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.Dialect;
import org.rowmark.report.plot.MapPlot;
import org.rowmark.result.query.MapDrawing;
import org.rowmark.result.query.MapDrawing.Kind;
import org.rowmark.result.query.MapDrawing.Mark;
import org.rowmark.result.query.MapDrawing.Panel;
import org.rowmark.result.query.QueryRecord;

class MapSketchTest {
    private static final int MOST_BYTES = 60_000;

    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.01, 0.1})
    void every_query_has_a_drawing_and_all_together_take_less_than_60_kB(double scale) {
        SpatialMap map = new SpatialMap(scale);

        MapDrawing drawing = new MapSketch(map).draw();

        assertThat(drawing.panels().stream().map(Panel::query))
                .containsExactlyElementsOf(MapQuery.all(map, new Dialect() {}).stream()
                        .map(MapQuery::name)
                        .toList());
        assertThat(drawing.panels())
                .allSatisfy(panel -> assertThat(panel.marks()).anySatisfy(mark -> {
                    assertThat(mark.isAnswer()).isTrue();
                    assertThat(mark.layer().isPresent() || vertices(mark) > 0).isTrue();
                }));
        assertThat(new MapPlot(drawing).plot("map").getBytes(StandardCharsets.UTF_8).length)
                .isLessThan(MOST_BYTES);
    }

    @Test
    void what_is_drawn_is_what_the_query_finds() {
        SpatialMap map = new SpatialMap(0.01);
        MapDrawing drawing = new MapSketch(map).draw();

        Panel nearest = panel(drawing, "09-nearest");
        assertThat(nearest.marks().get(0).shapes()).hasSize(MapQuery.SEARCHES * MapQuery.NEIGHBOURS);
        assertThat(panel(drawing, "17-box-medium").marks().get(0).shapes()).hasSize(MapQuery.SEARCHES);
        assertThat(panel(drawing, "10-union").marks().get(0).shapes()).hasSize(4);
        Mark touching = panel(drawing, "05-touch").marks().get(1);
        assertThat(touching.kind()).isEqualTo(Kind.AREA);
        assertThat(touching.shapes()).hasSizeBetween(5, 9);
    }

    @Test
    void a_drawing_that_was_written_is_read_again() throws Exception {
        MapDrawing drawing = new MapSketch(new SpatialMap(0.0001)).draw();

        drawing.write(temp);

        MapDrawing read = QueryRecord.read(temp).map().orElseThrow();
        assertThat(new MapPlot(read).plot("map")).isEqualTo(new MapPlot(drawing).plot("map"));
        assertThat(Files.size(temp.resolve("queries/map.json"))).isLessThan(2 * MOST_BYTES);
    }

    private static Panel panel(MapDrawing drawing, String query) {
        return drawing.panels().stream()
                .filter(panel -> panel.query().equals(query))
                .findFirst()
                .orElseThrow();
    }

    private static long vertices(Mark mark) {
        return mark.shapes().stream()
                .flatMap(shape -> shape.paths().stream())
                .flatMapToInt(Arrays::stream)
                .count();
    }
}
