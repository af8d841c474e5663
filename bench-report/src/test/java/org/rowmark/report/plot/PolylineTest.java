package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.report.plot.Polyline.Place;

class PolylineTest {
    @Test
    void leaves_out_places_that_make_no_visible_difference() {
        List<Place> curve = new ArrayList<>();
        for (int x = 0; x <= 400; x++) {
            curve.add(new Place(x, 100 + 80 * Math.sin(x / 60.0)));
        }
        List<Place> kept = Polyline.simplified(curve);
        assertThat(kept).hasSizeBetween(10, 80).contains(curve.get(0), curve.get(400));
        for (int i = 1; i < kept.size(); i++) {
            Place from = kept.get(i - 1);
            Place to = kept.get(i);
            for (int x = (int) from.x(); x <= to.x(); x++) {
                double line = from.y() + (x - from.x()) / (to.x() - from.x()) * (to.y() - from.y());
                assertThat(line).isCloseTo(curve.get(x).y(), within(Polyline.TOLERANCE));
            }
        }
    }

    @Test
    void keeps_a_jump() {
        List<Place> jump =
                List.of(new Place(0, 0), new Place(1, 0), new Place(2, 50), new Place(3, 0), new Place(4, 0));
        assertThat(Polyline.simplified(jump)).isEqualTo(jump);
        assertThat(Polyline.simplified(List.of())).isEmpty();
        List<Place> upright = List.of(new Place(1, 0), new Place(1, 9), new Place(1, 3));
        assertThat(Polyline.simplified(upright)).isEqualTo(upright);
    }
}
