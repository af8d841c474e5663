package org.rowmark.workloads.spatial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.simplify.VWSimplifier;
import org.rowmark.result.query.MapDrawing.Kind;
import org.rowmark.result.query.MapDrawing.Layer;
import org.rowmark.result.query.MapDrawing.Mark;
import org.rowmark.result.query.MapDrawing.Shape;
import org.rowmark.result.query.MapDrawing.View;

/** The layers and marks of a drawing, whose geometries are simplified to what can be seen. */
final class SketchShapes {
    /** The side of a square that is too small to be seen, relative to that of the drawing. */
    private static final double DETAIL = 1.0 / 100;

    /** The most points of a mark; of more, some are drawn. */
    private static final int MOST_POINTS = 300;

    private SketchShapes() {}

    static double detail(double side) {
        return side * DETAIL;
    }

    static Layer layer(String name, Kind kind, Stream<Geometry> shapes) {
        return new Layer(name, kind, shapes.map(SketchShapes::shape).toList());
    }

    static Stream<Geometry> clipped(Iterable<Geometry> shapes, Geometry square, double side) {
        List<Geometry> clipped = new ArrayList<>();
        shapes.forEach(shape -> clipped.add(VWSimplifier.simplify(shape.intersection(square), detail(side))));
        return clipped.stream().filter(shape -> !shape.isEmpty());
    }

    static Geometry square(View view) {
        return SpatialMap.GEOMETRIES.toGeometry(
                new Envelope(view.x(), view.x() + view.side(), view.y(), view.y() + view.side()));
    }

    static Mark all(Kind kind, String layer) {
        return new Mark(true, kind, Optional.of(layer), List.of());
    }

    static Mark given(Kind kind, View view, Geometry... shapes) {
        return mark(false, kind, view, Stream.of(shapes));
    }

    static Mark found(Kind kind, View view, Stream<Geometry> shapes) {
        return mark(true, kind, view, shapes);
    }

    private static Mark mark(boolean isAnswer, Kind kind, View view, Stream<Geometry> shapes) {
        List<Shape> drawn = kind == Kind.POINT
                ? List.of(points(shapes.toList()))
                : shapes.map(shape -> shape(VWSimplifier.simplify(shape, detail(view.side()) / 2)))
                        .toList();
        return new Mark(isAnswer, kind, Optional.empty(), drawn);
    }

    private static Shape points(List<Geometry> points) {
        int every = 1 + (points.size() - 1) / MOST_POINTS;
        return shape(SpatialMap.GEOMETRIES.buildGeometry(IntStream.range(0, points.size())
                .filter(i -> i % every == 0)
                .mapToObj(points::get)
                .toList()));
    }

    /** Returns the rings or lines of a geometry; points make one path of all, in an order in which neighbours are near. */
    static Shape shape(Geometry geometry) {
        List<int[]> paths = new ArrayList<>();
        List<Coordinate> points = new ArrayList<>();
        for (int i = 0; i < geometry.getNumGeometries(); i++) {
            Geometry part = geometry.getGeometryN(i);
            if (part instanceof Polygon polygon) {
                paths.add(path(polygon.getExteriorRing()));
                for (int hole = 0; hole < polygon.getNumInteriorRing(); hole++) {
                    paths.add(path(polygon.getInteriorRingN(hole)));
                }
            } else if (part instanceof LineString line) {
                paths.add(path(line));
            } else if (part instanceof Point point) {
                points.add(point.getCoordinate());
            }
        }
        if (!points.isEmpty()) {
            points.sort(SketchShapes::compareByStrips);
            paths.add(path(SpatialMap.GEOMETRIES.createMultiPointFromCoords(points.toArray(Coordinate[]::new))));
        }
        return new Shape(paths);
    }

    private static int compareByStrips(Coordinate one, Coordinate other) {
        int strips = Double.compare(Math.floor(one.x / SpatialMap.CELL), Math.floor(other.x / SpatialMap.CELL));
        return strips != 0 ? strips : Double.compare(one.y, other.y);
    }

    private static int[] path(Geometry line) {
        return Arrays.stream(line.getCoordinates())
                .flatMapToInt(vertex -> IntStream.of((int) Math.rint(vertex.x), (int) Math.rint(vertex.y)))
                .toArray();
    }
}
