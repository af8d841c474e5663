package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;

/** A line through places, without those that make no visible difference. */
final class Polyline {
    /** The greatest vertical distance of an omitted place, less than the width of a thin line. */
    static final double TOLERANCE = 0.3;

    private Polyline() {}

    /** A place in a drawing. */
    record Place(double x, double y) {}

    /** Draws what {@link #simplified} leaves. */
    static PathData path(List<Place> places) {
        PathData path = new PathData();
        simplified(places).forEach(place -> path.on(place.x(), place.y()));
        return path;
    }

    /**
     * Simplifies a line by the algorithm of Douglas and Peucker (1973) with vertical distances: omitted places are at
     * most {@value #TOLERANCE} above or below the simplified line.
     *
     * @param places by ascending x
     */
    static List<Place> simplified(List<Place> places) {
        if (places.size() < 3) {
            return List.copyOf(places);
        }
        Place first = places.get(0);
        Place last = places.get(places.size() - 1);
        int farthest = 0;
        double most = TOLERANCE;
        for (int i = 1; i < places.size() - 1; i++) {
            double distance = Math.abs(
                    places.get(i).y() - between(first, last, places.get(i).x()));
            if (distance > most) {
                most = distance;
                farthest = i;
            }
        }
        if (farthest == 0) {
            return List.of(first, last);
        }
        List<Place> kept = new ArrayList<>(simplified(places.subList(0, farthest + 1)));
        kept.remove(kept.size() - 1);
        kept.addAll(simplified(places.subList(farthest, places.size())));
        return kept;
    }

    private static double between(Place first, Place last, double x) {
        double width = last.x() - first.x();
        return width == 0 ? first.y() : first.y() + (x - first.x()) / width * (last.y() - first.y());
    }
}
