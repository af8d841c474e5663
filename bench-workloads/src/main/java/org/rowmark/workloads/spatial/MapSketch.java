package org.rowmark.workloads.spatial;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.locationtech.jts.coverage.CoverageSimplifier;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.union.UnaryUnionOp;
import org.locationtech.jts.simplify.DouglasPeuckerSimplifier;
import org.rowmark.db.Dialect;
import org.rowmark.result.query.MapDrawing;
import org.rowmark.result.query.MapDrawing.Kind;
import org.rowmark.result.query.MapDrawing.Mark;
import org.rowmark.result.query.MapDrawing.Panel;
import org.rowmark.result.query.MapDrawing.View;

/**
 * The drawing of a map: its layers, of a large map the lower left corner, simplified, and the objects that each query
 * asks for and finds, computed from the map by JTS. A query that finds the same of each object is drawn for one or some.
 */
final class MapSketch {
    /** The most cells of the map in a row whose layers are drawn. */
    private static final int CELLS = 6;

    /** The most vertices of a zone that stands for all. */
    private static final int MOST_VERTICES = 200;

    private final SpatialMap map;
    private final ExpectedAnswers answers;
    private final double shown;
    private final Map<Long, Geometry> areas;
    private final Map<Long, Geometry> zones;
    private final Map<Long, Geometry> roads;
    private final Map<Long, Geometry> places;

    MapSketch(SpatialMap map) {
        this.map = map;
        answers = new ExpectedAnswers(map);
        shown = Math.min(map.side(), CELLS * SpatialMap.CELL);
        Envelope corner = new Envelope(0, shown, 0, shown);
        areas = shapes("areas", area -> corner.contains(area.getInteriorPoint().getCoordinate()));
        zones = shapes("zones", zone -> corner.intersects(zone.getEnvelopeInternal()));
        roads = shapes("roads", road -> corner.intersects(road.getEnvelopeInternal()));
        places = shapes("places", place -> corner.contains(place.getCoordinate()));
    }

    private Map<Long, Geometry> shapes(String layer, Predicate<Geometry> isShown) {
        List<Geometry> all = map.layer(layer).shapes();
        Map<Long, Geometry> shapes = new TreeMap<>();
        for (int i = 0; i < all.size(); i++) {
            if (isShown.test(all.get(i))) {
                shapes.put(i + 1L, all.get(i));
            }
        }
        return shapes;
    }

    MapDrawing draw() {
        Geometry[] coverage = areas.values().toArray(Geometry[]::new);
        Geometry square = SpatialMap.GEOMETRIES.toGeometry(new Envelope(0, shown, 0, shown));
        return new MapDrawing(
                areas.size() + " areas, " + zones.size() + " zones, " + roads.size() + " roads and " + places.size()
                        + " places"
                        + (shown < map.side()
                                ? ", of a map of " + map.layer("areas").rows() + " areas"
                                : ""),
                map.side(),
                shown,
                List.of(
                        SketchShapes.layer(
                                "areas",
                                Kind.AREA,
                                Stream.of(CoverageSimplifier.simplify(coverage, SketchShapes.detail(shown)))),
                        SketchShapes.layer("zones", Kind.LINE, SketchShapes.clipped(zones.values(), square, shown)),
                        SketchShapes.layer("roads", Kind.LINE, SketchShapes.clipped(roads.values(), square, shown)),
                        SketchShapes.layer(
                                "places", Kind.POINT, Stream.of(SpatialMap.GEOMETRIES.buildGeometry(places.values())))),
                panels());
    }

    private List<Panel> panels() {
        View corner = new View(0, 0, shown);
        View whole = new View(0, 0, map.side());
        Geometry area = example();
        Geometry street = streets().findFirst().orElseThrow();
        Geometry zone = zones.values().stream()
                .filter(each -> SketchShapes.square(corner).contains(each) && each.getNumPoints() < MOST_VERTICES)
                .findFirst()
                .orElseGet(() -> zones.values().iterator().next());
        return List.of(
                all("01-area", "the area of each area", Kind.AREA, "areas"),
                all("02-perimeter", "the length of its borders, of holes too", Kind.LINE, "areas"),
                all("03-length", "the length of each road", Kind.LINE, "roads"),
                one(
                        "04-point-in-polygon",
                        "the places in each area: here in one",
                        area,
                        Kind.POINT,
                        in(places, area::contains)),
                one("05-touch", "the areas that touch another: here one", area, Kind.AREA, in(areas, area::touches)),
                one("06-clip", "the parts of roads in each area: here in one", area, Kind.LINE, parts(roads, area)),
                around(
                        "07-buffer",
                        "what is within " + MapQuery.BUFFER + " of each road: here of one",
                        street,
                        view -> List.of(
                                SketchShapes.found(Kind.AREA, view, Stream.of(street.buffer(MapQuery.BUFFER))),
                                SketchShapes.given(Kind.LINE, view, street))),
                within(new View(SpatialMap.CELL, 0, 2.5 * SpatialMap.CELL)),
                nearest(whole),
                new Panel("10-union", "the areas of each district as one", corner, List.of(districts(corner))),
                hulls(corner),
                new Panel(
                        "12-centroid",
                        "the centroid of each area",
                        corner,
                        List.of(SketchShapes.found(
                                Kind.POINT, corner, areas.values().stream().map(Geometry::getCentroid)))),
                around(
                        "13-overlay",
                        "the common parts of areas and zones: here of one zone",
                        zone,
                        view -> List.of(
                                SketchShapes.found(Kind.AREA, view, parts(areas, zone)),
                                SketchShapes.given(Kind.LINE, view, zone))),
                simplified(new View(SpatialMap.CELL, SpatialMap.CELL / 2.0 - 1_024, 2_048)),
                all("15-valid", "which areas are valid", Kind.AREA, "areas"),
                boxes("16-box-small", MapQuery.SMALL, whole),
                boxes("17-box-medium", MapQuery.MEDIUM, whole),
                boxes("18-box-large", MapQuery.LARGE, whole));
    }

    /** Returns a panel of a whole layer. */
    private Panel all(String query, String text, Kind kind, String layer) {
        return new Panel(query, text, new View(0, 0, shown), List.of(SketchShapes.all(kind, layer)));
    }

    /** Returns a panel of an area and what is found for it. */
    private Panel one(String query, String text, Geometry area, Kind kind, Stream<Geometry> found) {
        View corner = new View(0, 0, shown);
        return new Panel(
                query,
                text,
                corner,
                List.of(SketchShapes.given(Kind.AREA, corner, area), SketchShapes.found(kind, corner, found)));
    }

    /** Returns an area with a hole inside the part that is shown. */
    private Geometry example() {
        Envelope inside = new Envelope(1, shown - 1, 1, shown - 1);
        return areas.values().stream()
                .filter(area ->
                        ((Polygon) area).getNumInteriorRing() > 0 && inside.contains(area.getEnvelopeInternal()))
                .findFirst()
                .orElseThrow();
    }

    private Stream<Geometry> streets() {
        return roads.entrySet().stream()
                .filter(road -> road.getKey() > map.mainRoads())
                .map(Map.Entry::getValue);
    }

    private Panel within(View view) {
        List<Geometry> first = IntStream.rangeClosed(1, MapQuery.WITHIN_ROADS)
                .mapToObj(road -> roads.get((long) road))
                .toList();
        Geometry square = SketchShapes.square(view);
        Predicate<Geometry> isFound = place -> square.contains(place)
                && first.stream().anyMatch(road -> road.isWithinDistance(place, MapQuery.WITHIN));
        return new Panel(
                "08-within-distance",
                "the places within " + MapQuery.WITHIN + " of the first " + MapQuery.WITHIN_ROADS
                        + " roads: here of two",
                view,
                List.of(
                        SketchShapes.given(
                                Kind.LINE,
                                view,
                                first.stream().map(square::intersection).toArray(Geometry[]::new)),
                        SketchShapes.found(Kind.POINT, view, in(places, isFound))));
    }

    private Panel nearest(View view) {
        List<Geometry> lines = new ArrayList<>();
        List<Geometry> ends = new ArrayList<>();
        for (MapRow row : answers.of(query("09-nearest"))) {
            Geometry place = map.layer("places").shape().apply(row.k1());
            Coordinate center = map.search(Math.toIntExact(row.k2()));
            lines.add(SpatialMap.GEOMETRIES.createLineString(new Coordinate[] {center, place.getCoordinate()}));
            ends.add(place);
        }
        return new Panel(
                "09-nearest",
                "the " + MapQuery.NEIGHBOURS + " places nearest to each of " + MapQuery.SEARCHES + " points",
                view,
                List.of(
                        new Mark(
                                false,
                                Kind.LINE,
                                Optional.empty(),
                                lines.stream().map(SketchShapes::shape).toList()),
                        SketchShapes.found(Kind.POINT, view, ends.stream())));
    }

    private Mark districts(View view) {
        Map<Integer, List<Geometry>> districts = areas.entrySet().stream()
                .collect(Collectors.groupingBy(
                        area -> map.layer("areas").district().applyAsInt(area.getKey()),
                        TreeMap::new,
                        Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        return SketchShapes.found(Kind.AREA, view, districts.values().stream().map(UnaryUnionOp::union));
    }

    private Panel hulls(View view) {
        Geometry[] some = areas.values().stream().limit(CELLS * CELLS).toArray(Geometry[]::new);
        Geometry[] few = IntStream.range(0, some.length)
                .filter(i -> i % 5 == 2)
                .mapToObj(i -> some[i])
                .toArray(Geometry[]::new);
        return new Panel(
                "11-convex-hull",
                "the convex hull of each area: here of some",
                view,
                List.of(
                        SketchShapes.given(Kind.AREA, view, few),
                        SketchShapes.found(Kind.LINE, view, Stream.of(few).map(Geometry::convexHull))));
    }

    private Panel simplified(View view) {
        Geometry road = roads.get(1L);
        Geometry square = SketchShapes.square(view);
        return new Panel(
                "14-simplify",
                "each road with fewer vertices: here a part of one",
                view,
                List.of(
                        SketchShapes.given(Kind.LINE, view, road.intersection(square)),
                        SketchShapes.found(
                                Kind.LINE,
                                view,
                                Stream.of(DouglasPeuckerSimplifier.simplify(road, MapQuery.SIMPLIFICATION)
                                        .intersection(square)))));
    }

    private Panel boxes(String name, double part, View view) {
        List<Geometry> boxes = IntStream.range(0, MapQuery.SEARCHES)
                .mapToObj(search -> SpatialMap.GEOMETRIES.toGeometry(MapQuery.box(map, search, part)))
                .toList();
        Stream<Geometry> found = answers.of(query(name)).stream()
                .map(MapRow::k1)
                .distinct()
                .map(map.layer("places").shape()::apply);
        return new Panel(
                name,
                "the places in " + MapQuery.SEARCHES + " boxes",
                view,
                List.of(
                        SketchShapes.given(Kind.LINE, view, boxes.toArray(Geometry[]::new)),
                        SketchShapes.found(Kind.POINT, view, found)));
    }

    private MapQuery query(String name) {
        return MapQuery.all(map, new Dialect() {}).stream()
                .filter(query -> query.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns a panel of a geometry and what is near it. */
    private static Panel around(String query, String text, Geometry geometry, Function<View, List<Mark>> marks) {
        Envelope box = geometry.getEnvelopeInternal();
        double side = 1.2 * Math.max(box.getWidth(), box.getHeight());
        View view = new View(Math.rint(box.centre().x - side / 2), Math.rint(box.centre().y - side / 2), side);
        return new Panel(query, text, view, marks.apply(view));
    }

    private static Stream<Geometry> in(Map<Long, Geometry> layer, Predicate<Geometry> isFound) {
        return layer.values().stream().filter(isFound);
    }

    private static Stream<Geometry> parts(Map<Long, Geometry> layer, Geometry of) {
        return layer.values().stream()
                .filter(of::intersects)
                .map(shape -> shape.intersection(of))
                .filter(part -> part.getDimension() > 0);
    }
}
