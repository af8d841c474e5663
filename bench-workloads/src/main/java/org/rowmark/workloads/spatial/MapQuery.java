package org.rowmark.workloads.spatial;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.rowmark.db.Dialect;

/**
 * The queries, in the order of a pass, in the language of {@link MapSql}. Each selects rows of two keys of objects,
 * {@code k1} and {@code k2}, and a value {@code v}; what is measured is the count of the rows and their sums, so that no
 * time is spent on fetching.
 *
 * @param name as in the report, where it is a phase of the pass
 * @param rows queries of the rows: one, or several whose numbers are added up
 * @param tolerance the relative difference of values, and of their sum, that is none; keys and counts never differ
 */
public record MapQuery(String name, List<String> rows, double tolerance) {
    static final int BUFFER = 64;
    static final int WITHIN = 256;
    static final int WITHIN_ROADS = 4;
    static final int NEIGHBOURS = 5;
    static final int SIMPLIFICATION = 48;
    static final int SEARCHES = 10;

    /** Part of the map's area in a box of each bounding-box search. */
    static final double SMALL = 0.0001;

    static final double MEDIUM = 0.01;
    static final double LARGE = 0.25;

    /** Sums of doubles in any order. */
    private static final double ROUNDING = 1e-9;

    /** MySQL differs from the others by up to 3e-9 of the sum: see docs/spatial.md. */
    private static final double GRID = 1e-6;

    /** Arcs of a buffer are polygons, whose number of vertices differs between products. */
    private static final double ARCS = 0.01;

    private static final double EXACT = 0;

    private static final String AGGREGATE = "select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (%s) o";

    private static final String OVERLAY = """
            select a.id as k1, o.id as k2, %1$s as v
            from @%2$s o join @areas a on @intersects(o.shape, a.shape)""";

    /** Returns the queries on the map. */
    public static List<MapQuery> all(SpatialMap map, Dialect dialect) {
        return List.of(
                ofEach("01-area", "areas", "@area(o.shape)", ROUNDING),
                ofEach("02-perimeter", "areas", "@perimeter(o.shape)", ROUNDING),
                ofEach("03-length", "roads", "@length(o.shape)", ROUNDING),
                query("04-point-in-polygon", EXACT, """
                        select a.id as k1, p.id as k2, a.district as v
                        from @areas a join @places p on @contains(a.shape, p.shape)"""),
                query("05-touch", EXACT, """
                        select a.id as k1, b.id as k2, 1 as v
                        from @areas a join @areas b on @touches(a.shape, b.shape)
                        where a.id < b.id"""),
                query("06-clip", ROUNDING, OVERLAY.formatted("@clipped_length(o.shape, a.shape)", "roads")),
                ofEach("07-buffer", "roads", "@area(@buffer(o.shape, " + BUFFER + "))", ARCS),
                query("08-within-distance", EXACT, String.format(Locale.ROOT, """
                        select p.id as k1, r.id as k2, 1 as v
                        from @places p join @roads r on @within_distance(p.shape, r.shape, %d)
                        where r.id <= %d""", WITHIN, WITHIN_ROADS)),
                new MapQuery("09-nearest", nearest(map, dialect), ROUNDING),
                query("10-union", ROUNDING, """
                        select g.district as k1, 0 as k2, @perimeter(g.shape) as v
                        from (select district, @union(shape) as shape from @areas group by district) g"""),
                ofEach("11-convex-hull", "areas", "@area(@convex_hull(o.shape))", ROUNDING),
                ofEach("12-centroid", "areas", "@x(@centroid(o.shape)) + 2 * @y(@centroid(o.shape))", ROUNDING),
                query("13-overlay", GRID, OVERLAY.formatted("@area(@intersection(o.shape, a.shape))", "zones")),
                ofEach("14-simplify", "roads", "@vertices(@simplify(o.shape, " + SIMPLIFICATION + "))", EXACT),
                query("15-valid", EXACT, "select o.id as k1, 0 as k2, 1 as v from @areas o where @valid(o.shape)"),
                new MapQuery("16-box-small", boxes(map, SMALL), EXACT),
                new MapQuery("17-box-medium", boxes(map, MEDIUM), EXACT),
                new MapQuery("18-box-large", boxes(map, LARGE), EXACT));
    }

    private static MapQuery ofEach(String name, String layer, String value, double tolerance) {
        return query(name, tolerance, "select o.id as k1, 0 as k2, " + value + " as v from @" + layer + " o");
    }

    private static MapQuery query(String name, double tolerance, String rows) {
        return new MapQuery(name, List.of(rows), tolerance);
    }

    /** The order has no second key, by which servers would not use the index; no place is as near as the next. */
    private static List<String> nearest(SpatialMap map, Dialect dialect) {
        List<String> searches = new ArrayList<>();
        for (int i = 0; i < SEARCHES; i++) {
            Coordinate center = map.search(i);
            String point = String.format(Locale.ROOT, "@point(%.2f, %.2f)", center.x, center.y);
            searches.add(dialect.limit(
                    "select p.id as k1, " + i + " as k2, @distance(p.shape, " + point + ") as v from @places p"
                            + " order by @nearness(p.shape, " + point + ")",
                    NEIGHBOURS));
        }
        return searches;
    }

    private static List<String> boxes(SpatialMap map, double part) {
        return IntStream.range(0, SEARCHES)
                .mapToObj(i -> {
                    Envelope box = box(map, i, part);
                    return String.format(
                            Locale.ROOT,
                            "select p.id as k1, %d as k2, 1 as v from @places p"
                                    + " where @in_box(p.shape, %.2f, %.2f, %.2f, %.2f)",
                            i,
                            box.getMinX(),
                            box.getMinY(),
                            box.getMaxX(),
                            box.getMaxY());
                })
                .toList();
    }

    /** Returns the box of a search, around its centre, with coordinates that are written exactly. */
    static Envelope box(SpatialMap map, int search, double part) {
        Envelope box = new Envelope(map.search(search));
        box.expandBy(Math.rint(map.side() * Math.sqrt(part) / 2));
        return box;
    }

    /** Returns the statements whose numbers are measured. */
    List<String> statements() {
        return rows.stream().map(AGGREGATE::formatted).toList();
    }
}
