package org.rowmark.workloads.spatial;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.index.strtree.STRtree;
import org.locationtech.jts.operation.distance.IndexedFacetDistance;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;
import org.locationtech.jts.operation.relateng.TopologyPredicate;
import org.locationtech.jts.simplify.DouglasPeuckerSimplifier;

/** The rows of the queries, computed from the generated map by JTS without a database: the reference for all databases. */
final class ExpectedAnswers {
    private final SpatialMap map;
    private final List<Geometry> areas;
    private final List<Geometry> zones;
    private final List<Geometry> roads;
    private final List<Geometry> places;
    private final Map<String, Supplier<Stream<MapRow>>> answers = new HashMap<>();

    ExpectedAnswers(SpatialMap map) {
        this.map = map;
        this.areas = map.layer("areas").shapes();
        this.zones = map.layer("zones").shapes();
        this.roads = map.layer("roads").shapes();
        this.places = map.layer("places").shapes();
        answers.put("01-area", () -> ofEach(areas, Geometry::getArea));
        answers.put("02-perimeter", () -> ofEach(areas, Geometry::getLength));
        answers.put("03-length", () -> ofEach(roads, Geometry::getLength));
        answers.put(
                "04-point-in-polygon",
                () -> pairs(areas, places, RelatePredicate::contains, (a, p) -> 0)
                        .map(row -> new MapRow(row.k1(), row.k2(), districtOf(row.k1()))));
        answers.put(
                "05-touch",
                () -> pairs(areas, areas, RelatePredicate::touches, (a, b) -> 1).filter(row -> row.k1() < row.k2()));
        answers.put(
                "06-clip",
                () -> pairs(
                        areas,
                        roads,
                        RelatePredicate::intersects,
                        (a, r) -> common(r, a).getLength()));
        answers.put(
                "07-buffer",
                () -> ofEach(roads, road -> road.buffer(MapQuery.BUFFER).getArea()));
        answers.put("08-within-distance", this::withinDistance);
        answers.put(
                "09-nearest",
                () -> IntStream.range(0, MapQuery.SEARCHES).boxed().flatMap(this::nearest));
        answers.put("10-union", this::union);
        answers.put(
                "11-convex-hull", () -> ofEach(areas, area -> area.convexHull().getArea()));
        answers.put(
                "12-centroid",
                () -> ofEach(
                        areas,
                        area -> area.getCentroid().getX()
                                + 2 * area.getCentroid().getY()));
        answers.put(
                "13-overlay",
                () -> pairs(
                        areas,
                        zones,
                        RelatePredicate::intersects,
                        (a, z) -> common(z, a).getArea()));
        answers.put(
                "14-simplify",
                () -> ofEach(
                        roads,
                        road -> DouglasPeuckerSimplifier.simplify(road, MapQuery.SIMPLIFICATION)
                                .getNumPoints()));
        answers.put("15-valid", () -> ofEach(areas, area -> area.isValid() ? 1 : 0));
        answers.put("16-box-small", () -> boxes(MapQuery.SMALL));
        answers.put("17-box-medium", () -> boxes(MapQuery.MEDIUM));
        answers.put("18-box-large", () -> boxes(MapQuery.LARGE));
    }

    /** Returns the rows of a query in the order of their keys. */
    List<MapRow> of(MapQuery query) {
        return answers.get(query.name()).get().sorted(MapRow.BY_KEYS).toList();
    }

    private static Stream<MapRow> ofEach(List<Geometry> layer, ToDoubleFunction<Geometry> value) {
        return keys(layer).mapToObj(key -> new MapRow(key, 0, value.applyAsDouble(shape(layer, key))));
    }

    /** Returns the pairs of geometries that a predicate is true of, by an index on the second ones. */
    private static Stream<MapRow> pairs(
            List<Geometry> firsts,
            List<Geometry> seconds,
            Supplier<TopologyPredicate> predicate,
            ToDoubleBiFunction<Geometry, Geometry> value) {
        STRtree index = new STRtree();
        keys(seconds)
                .sequential()
                .forEach(key -> index.insert(shape(seconds, key).getEnvelopeInternal(), key));
        index.build();
        return keys(firsts).boxed().flatMap(first -> {
            Geometry shape = shape(firsts, first);
            RelateNG prepared = RelateNG.prepare(shape);
            List<?> candidates = index.query(shape.getEnvelopeInternal());
            return candidates.stream()
                    .map(Long.class::cast)
                    .filter(second -> prepared.evaluate(shape(seconds, second), predicate.get()))
                    .map(second -> new MapRow(first, second, value.applyAsDouble(shape, shape(seconds, second))));
        });
    }

    private static Geometry common(Geometry a, Geometry b) {
        return OverlayNGRobust.overlay(a, b, OverlayNG.INTERSECTION);
    }

    private static LongStream keys(List<Geometry> layer) {
        return LongStream.rangeClosed(1, layer.size()).parallel();
    }

    private static Geometry shape(List<Geometry> layer, long key) {
        return layer.get(Math.toIntExact(key - 1));
    }

    private int districtOf(long area) {
        return map.layer("areas").district().applyAsInt(area);
    }

    private Stream<MapRow> withinDistance() {
        return IntStream.rangeClosed(1, MapQuery.WITHIN_ROADS).boxed().flatMap(road -> {
            IndexedFacetDistance indexed = new IndexedFacetDistance(shape(roads, road));
            return keys(places)
                    .filter(place -> indexed.isWithinDistance(shape(places, place), MapQuery.WITHIN))
                    .mapToObj(place -> new MapRow(place, road, 1));
        });
    }

    private Stream<MapRow> nearest(int search) {
        Geometry center = SpatialMap.GEOMETRIES.createPoint(map.search(search));
        return keys(places)
                .mapToObj(
                        place -> new MapRow(place, search, shape(places, place).distance(center)))
                .sorted(Comparator.comparingDouble(MapRow::v).thenComparingLong(MapRow::k1))
                .limit(MapQuery.NEIGHBOURS);
    }

    private Stream<MapRow> union() {
        Map<Integer, List<Geometry>> districts = keys(areas)
                .boxed()
                .collect(Collectors.groupingBy(
                        this::districtOf,
                        TreeMap::new,
                        Collectors.mapping(key -> shape(areas, key), Collectors.toList())));
        Function<Map.Entry<Integer, List<Geometry>>, MapRow> union = district -> new MapRow(
                district.getKey(), 0, OverlayNGRobust.union(district.getValue()).getLength());
        return districts.entrySet().stream().map(union);
    }

    private Stream<MapRow> boxes(double part) {
        return IntStream.range(0, MapQuery.SEARCHES)
                .boxed()
                .flatMap(search -> keys(places)
                        .filter(place -> MapQuery.box(map, search, part)
                                .covers(shape(places, place).getCoordinate()))
                        .mapToObj(place -> new MapRow(place, search, 1)));
    }
}
