package org.rowmark.workloads.spatial;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.rowmark.db.Feature;
import org.rowmark.db.SpatialSql;
import org.rowmark.fixture.DataGenerator;
import org.rowmark.fixture.Db;

/**
 * A square map: areas that partition it, zones that overlap areas and each other, roads and places. All are pure
 * functions of a seed and a key, and the same for the same scale in every run.
 *
 * <p>Areas are the cells of a grid whose corners are moved and whose edges are bent; neighbours share every vertex. In
 * some of them is a hole, which another area fills. Their coordinates are whole numbers below 2<sup>20</sup> and those of
 * the others are halves or quarters, so that doubles hold them, and sums of areas, exactly.
 */
public final class SpatialMap {
    /** The side of a cell of the grid before its corners are moved. */
    static final int CELL = 8_192;

    /** The cells in a row of the map at scale 1. */
    private static final int CELLS = 64;

    private static final int LEAST_CELLS = 4;

    /** The side of a district in cells. */
    private static final int DISTRICT = 4;

    /** Every so many cells one has a hole. */
    private static final int ENCLAVE_EVERY = 7;

    /** Every so many edges one has thousands of vertices. */
    private static final int DETAILED_EVERY = 32;

    private static final int DETAILED_VERTICES = 2_000;
    private static final int VERTICES = 16;

    /** The farthest that corners are moved. */
    private static final int MOVE = 1_024;

    /** The farthest that the middle of an edge is moved, a fraction of its length; its ends stay. */
    private static final double BEND = 0.3;

    private static final int ENCLAVE_RADIUS = 1_200;
    private static final int ENCLAVE_VERTICES = 24;

    private static final long SEED = 20171002;
    private static final long STREAM = 1L << 40;

    static final GeometryFactory GEOMETRIES = new GeometryFactory();

    private final DataGenerator random = new DataGenerator(SEED);
    private final int cells;

    /** @param scale 1 for 64 by 64 cells */
    public SpatialMap(double scale) {
        this.cells = Math.toIntExact(Math.max(LEAST_CELLS, Math.round(CELLS * Math.sqrt(scale))));
    }

    /** Returns a name of all rows of the map, the same for the same rows only. */
    String fingerprint() {
        return "map of " + cells + " by " + cells + " cells, generator 1, seed " + SEED;
    }

    /** Returns the side of the map, which begins at 0. */
    long side() {
        return (long) cells * CELL;
    }

    /** Returns the layers, in the order in which they are loaded. */
    List<Layer> layers() {
        return List.of(
                new Layer("areas", gridAreas() + enclaves(), this::area, this::districtOfArea),
                new Layer("zones", Math.max(2, gridAreas() / 4), this::zone, key -> 0),
                new Layer("roads", mainRoads() + 2 * gridAreas(), this::road, key -> 0),
                new Layer("places", 24 * gridAreas(), this::place, key -> 0));
    }

    /** Loads the tables unless they exist. */
    public void load(Db db, boolean isIndexed) throws SQLException {
        db.enable(Feature.SPATIAL);
        SpatialSql sql = db.dialect().spatial().orElseThrow();
        for (Layer layer : layers()) {
            db.load(layer.wkb(db.dialect(), fingerprint()));
            db.derive(layer.shapes(db.dialect(), sql, isIndexed, side(), fingerprint()));
        }
    }

    Layer layer(String name) {
        return layers().stream()
                .filter(layer -> layer.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private long gridAreas() {
        return (long) cells * cells;
    }

    private long enclaves() {
        return gridAreas() / ENCLAVE_EVERY;
    }

    /** Returns how many roads, the first ones, cross the whole map. */
    long mainRoads() {
        return 2L * cells;
    }

    private Geometry area(long key) {
        return key > gridAreas()
                ? GEOMETRIES.createPolygon(enclave(key - gridAreas()))
                : GEOMETRIES.createPolygon(cell(key), holes(key));
    }

    private LinearRing[] holes(long key) {
        return key % ENCLAVE_EVERY == 0 ? new LinearRing[] {enclave(key / ENCLAVE_EVERY)} : new LinearRing[] {};
    }

    /** Returns the ring of an enclave, which is in the cell whose key is the multiple of its number. */
    private LinearRing enclave(long number) {
        long cell = number * ENCLAVE_EVERY;
        return star(
                new Coordinate((column(cell) + 0.5) * CELL, (row(cell) + 0.5) * CELL),
                0,
                ENCLAVE_RADIUS,
                0.5,
                ENCLAVE_VERTICES,
                STREAM + number * ENCLAVE_VERTICES);
    }

    private int districtOfArea(long key) {
        long cell = key > gridAreas() ? (key - gridAreas()) * ENCLAVE_EVERY : key;
        return row(cell) / DISTRICT * ((cells + DISTRICT - 1) / DISTRICT) + column(cell) / DISTRICT + 1;
    }

    private int column(long cell) {
        return (int) ((cell - 1) % cells);
    }

    private int row(long cell) {
        return (int) ((cell - 1) / cells);
    }

    private LinearRing cell(long key) {
        int x = column(key);
        int y = row(key);
        List<Coordinate> ring = new ArrayList<>();
        append(ring, edge(x, y, true), true);
        append(ring, edge(x + 1, y, false), true);
        append(ring, edge(x, y + 1, true), false);
        append(ring, edge(x, y, false), false);
        ring.add(ring.get(0).copy());
        return GEOMETRIES.createLinearRing(ring.toArray(Coordinate[]::new));
    }

    /** Appends the vertices of an edge but the last. */
    private static void append(List<Coordinate> ring, List<Coordinate> edge, boolean isForward) {
        int last = edge.size() - 1;
        for (int i = 0; i < last; i++) {
            ring.add(edge.get(isForward ? i : last - i));
        }
    }

    /**
     * Returns the vertices of the edge that begins at a corner of the grid, to the right or up. It goes ahead with every
     * vertex and leaves its ends at less than 45 degrees, so that it meets other edges at its ends only.
     */
    private List<Coordinate> edge(int x, int y, boolean isRight) {
        Coordinate from = corner(x, y);
        Coordinate to = isRight ? corner(x + 1, y) : corner(x, y + 1);
        boolean isBorder = isRight ? y % cells == 0 : x % cells == 0;
        long number = 2 * ((long) y * (cells + 1) + x) + (isRight ? 1 : 0);
        int steps = (number % DETAILED_EVERY == 5 ? DETAILED_VERTICES : VERTICES) + 1;
        List<Coordinate> edge = new ArrayList<>();
        edge.add(from);
        for (int i = 1; i < steps; i++) {
            double part = (double) i / steps;
            double bend = isBorder
                    ? 0
                    : CELL
                            * BEND
                            * Math.min(part, 1 - part)
                            * (2 * random.fraction(2 * STREAM + number * CELL + i) - 1);
            edge.add(new Coordinate(
                    Math.rint(between(from.x, to.x, part) + (isRight ? 0 : bend)),
                    Math.rint(between(from.y, to.y, part) + (isRight ? bend : 0))));
        }
        edge.add(to);
        return edge;
    }

    private static double between(double from, double to, double part) {
        return from + part * (to - from);
    }

    /** Returns a corner of the grid; those on the border stay there. */
    private Coordinate corner(int x, int y) {
        long key = 3 * STREAM + 2 * ((long) y * (cells + 1) + x);
        return new Coordinate(
                (double) x * CELL + (x % cells == 0 ? 0 : moved(key)),
                (double) y * CELL + (y % cells == 0 ? 0 : moved(key + 1)));
    }

    private int moved(long key) {
        return random.integer(key) % (2 * MOVE + 1) - MOVE;
    }

    /** Returns a zone, inside the map; some have a hole, and some thousands of vertices. */
    private Geometry zone(long key) {
        long stream = 4 * STREAM + key * CELL;
        Coordinate center = new Coordinate(inside(stream, 2), inside(stream + 1, 2));
        boolean isDetailed = key % 16 == 1;
        LinearRing shell = star(
                center,
                0.5,
                CELL / 2.0 + random.integer(stream + 2) % CELL,
                isDetailed ? 0.1 : 0.5,
                isDetailed ? DETAILED_VERTICES : 64,
                stream + 4);
        return GEOMETRIES.createPolygon(
                shell,
                key % 4 == 1
                        ? new LinearRing[] {star(center, 0.5, CELL / 8.0, 0.2, 16, 5 * STREAM + key * CELL)}
                        : new LinearRing[] {});
    }

    /**
     * Returns a ring around a centre whose vertices follow each other by their angle.
     *
     * @param offset added to whole coordinates
     * @param roughness the part of the radius that is random
     * @param key of the first random number
     */
    private LinearRing star(Coordinate center, double offset, double radius, double roughness, int vertices, long key) {
        Coordinate[] ring = new Coordinate[vertices + 1];
        for (int i = 0; i < vertices; i++) {
            double angle = 2 * Math.PI * i / vertices;
            double distance = radius * (1 - roughness * random.fraction(key + i));
            ring[i] = new Coordinate(
                    offset + Math.rint(center.x + distance * StrictMath.cos(angle)),
                    offset + Math.rint(center.y + distance * StrictMath.sin(angle)));
        }
        ring[vertices] = ring[0].copy();
        return GEOMETRIES.createLinearRing(ring);
    }

    /** Returns a whole coordinate that is so many cells or more from the border. */
    private double inside(long key, int margin) {
        return margin * CELL + (double) (random.integer(key) % ((cells - 2L * margin) * CELL + 1));
    }

    /** Returns a main road, from border to border, or a street. Both go ahead with every vertex. */
    private Geometry road(long key) {
        return GEOMETRIES.createLineString(key <= mainRoads() ? mainRoad(key) : street(key));
    }

    private Coordinate[] mainRoad(long key) {
        boolean isRight = key <= cells;
        double middle = ((double) (isRight ? key - 1 : key - 1 - cells) + 0.5) * CELL;
        int step = CELL / CELLS;
        Coordinate[] road = new Coordinate[cells * CELLS];
        for (int i = 0; i < road.length; i++) {
            double ahead = (double) i * step + 0.5;
            double aside = middle + random.integer(6 * STREAM + key * CELL * CELL + i) % 257 - 128 + 0.5;
            road[i] = isRight ? new Coordinate(ahead, aside) : new Coordinate(aside, ahead);
        }
        return road;
    }

    private Coordinate[] street(long key) {
        long stream = 7 * STREAM + key * CELL;
        Coordinate[] street = new Coordinate[12];
        double x = inside(stream, 1) + 0.5;
        double y = inside(stream + 1, 1) + 0.5;
        for (int i = 0; i < street.length; i++) {
            street[i] = new Coordinate(x, y);
            x += 100 + random.integer(stream + 2 + 2L * i) % 500;
            y += random.integer(stream + 3 + 2L * i) % 801 - 400;
        }
        return street;
    }

    /** Returns a place; every second one is in a cluster. */
    private Geometry place(long key) {
        long stream = 8 * STREAM + key * 8;
        if (key % 2 == 0) {
            return point((double) (random.integer(stream) % side()), (double) (random.integer(stream + 1) % side()));
        }
        long cluster = 9 * STREAM + 2L * (random.integer(stream + 2) % cells);
        return point(
                inside(cluster, 1) + halfACell(stream + 3) - halfACell(stream + 4),
                inside(cluster + 1, 1) + halfACell(stream + 5) - halfACell(stream + 6));
    }

    /** Returns a whole number of at least 0 and less than half the side of a cell. */
    private int halfACell(long key) {
        return random.integer(key) % CELL / 2;
    }

    private static Geometry point(double x, double y) {
        return GEOMETRIES.createPoint(new Coordinate(x + 0.25, y + 0.75));
    }

    /** Returns a place on the map, the centre of a search. */
    Coordinate search(int number) {
        return new Coordinate(inside(10 * STREAM + 2L * number, 1), inside(10 * STREAM + 2L * number + 1, 1));
    }
}
