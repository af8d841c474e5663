package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.rowmark.report.plot.PathData.Place;

class PathDataTest {
    private static final Pattern STEP = Pattern.compile("([Mlhv])(-?[\\d.]+)(?: ?(-?[\\d.]+))?");

    /** A place is rounded to a tenth. */
    private static final double ROUNDING = 0.1;

    @Test
    void leaves_out_places_that_make_no_visible_difference() {
        List<Place> curve = new ArrayList<>();
        for (int x = 0; x <= 400; x++) {
            curve.add(new Place(x, 100 + 80 * Math.sin(x / 60.0)));
        }
        List<Place> kept = kept(curve);
        assertThat(kept).hasSizeBetween(10, 80);
        assertThat(kept.get(0).x()).isZero();
        assertThat(kept.get(kept.size() - 1).x()).isCloseTo(400, within(1e-9));
        for (int i = 1; i < kept.size(); i++) {
            Place from = kept.get(i - 1);
            Place to = kept.get(i);
            for (int x = (int) Math.round(from.x()); x <= to.x(); x++) {
                double line = from.y() + (x - from.x()) / (to.x() - from.x()) * (to.y() - from.y());
                assertThat(line).isCloseTo(curve.get(x).y(), within(PathData.TOLERANCE + ROUNDING));
            }
        }
    }

    @Test
    void keeps_a_jump() {
        List<Place> jump =
                List.of(new Place(0, 0), new Place(1, 0), new Place(2, 50), new Place(3, 0), new Place(4, 0));
        assertThat(kept(jump)).isEqualTo(jump);
        assertThat(kept(List.of())).isEmpty();
        List<Place> upright = List.of(new Place(1, 0), new Place(1, 9), new Place(1, 3));
        assertThat(kept(upright)).isEqualTo(upright);
    }

    @Test
    void lengths_are_as_short_as_they_can_be() {
        assertThat(PathData.length(12)).isEqualTo("12");
        assertThat(PathData.length(12.46)).isEqualTo("12.5");
        assertThat(PathData.length(-0.5)).isEqualTo("-.5");
    }

    /** Returns the places of a simplified line. */
    private static List<Place> kept(List<Place> places) {
        List<Place> kept = new ArrayList<>();
        Place last = new Place(0, 0);
        Matcher step = STEP.matcher(new PathData().simplified(places).toString());
        while (step.find()) {
            double first = Double.parseDouble(step.group(2));
            last = switch (step.group(1)) {
                case "h" -> new Place(last.x() + first, last.y());
                case "v" -> new Place(last.x(), last.y() + first);
                default -> new Place(last.x() + first, last.y() + Double.parseDouble(step.group(3)));
            };
            kept.add(last);
        }
        return kept;
    }
}
