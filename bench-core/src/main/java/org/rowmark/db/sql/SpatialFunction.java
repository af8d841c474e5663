package org.rowmark.db.sql;

/** A function or operator on geometries, with the SQL that most products have in common. */
public enum SpatialFunction {
    /** Makes a geometry of two coordinates. */
    POINT("st_geomfromtext('POINT(%s %s)', 0)"),
    AREA("st_area(%s)"),
    PERIMETER("st_perimeter(%s)"),
    /** Length of a line, or of several. */
    LENGTH("st_length(%s)"),
    CONTAINS("st_contains(%s, %s)"),
    TOUCHES("st_touches(%s, %s)"),
    INTERSECTS("st_intersects(%s, %s)"),
    INTERSECTION("st_intersection(%s, %s)"),
    /** Length of the parts of a line that are in a polygon. */
    CLIPPED_LENGTH("st_length(st_intersection(%s, %s))"),
    /** The geometry and what is not farther from it than a distance. */
    BUFFER("st_buffer(%s, %s)"),
    DISTANCE("st_distance(%s, %s)"),
    /** Condition: two geometries are not farther from each other than a distance. */
    WITHIN_DISTANCE("st_distance(%s, %s) <= %s"),
    /** Value by which rows are in the order of their distance, best by an index. */
    NEARNESS("st_distance(%s, %s)"),
    /** Aggregate: the union of the geometries of a group. */
    UNION("st_union(%s)"),
    CONVEX_HULL("st_convexhull(%s)"),
    CENTROID("st_centroid(%s)"),
    X("st_x(%s)"),
    Y("st_y(%s)"),
    /** A line with fewer vertices, by Douglas and Peucker. */
    SIMPLIFY("st_simplify(%s, %s)"),
    /** Number of a line's vertices. */
    VERTICES("st_numpoints(%s)"),
    /** Condition: the geometry is valid. */
    VALID("st_isvalid(%s)"),
    /** Condition: a point is in the box of the corners x1, y1, x2, y2, the borders included. */
    IN_BOX("st_intersects(%1$s, st_geomfromtext("
            + "'POLYGON((%2$s %3$s, %4$s %3$s, %4$s %5$s, %2$s %5$s, %2$s %3$s))', 0))");

    private final String template;

    SpatialFunction(String template) {
        this.template = template;
    }

    String template() {
        return template;
    }
}
