package org.rowmark.workloads.spatial;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LinearRing;
import org.rowmark.data.DataGenerator;

/**
 * The areas of a map: the cells of a grid whose corners are moved and whose edges are bent; neighbours share every vertex.
 * In some of them is a hole, which another area fills.
 */
final class AreaGrid {
    /** The side of a district in cells. */
    private static final int DISTRICT = 4;

    /** Every so many cells one has a hole. */
    private static final int ENCLAVE_EVERY = 7;

    /** Every so many edges one has thousands of vertices. */
    private static final int DETAILED_EVERY = 32;

    /** The vertices of a line with details. */
    static final int DETAILED_VERTICES = 2_000;

    private static final int VERTICES = 16;

    /** The farthest that corners are moved. */
    private static final int MOVE = 1_024;

    /** The farthest that the middle of an edge is moved, a fraction of its length; its ends stay. */
    private static final double BEND = 0.3;

    private static final int ENCLAVE_RADIUS = 1_200;
    private static final int ENCLAVE_VERTICES = 24;

    private final int cells;
    private final DataGenerator random;

    /** @param cells in a row of the grid */
    AreaGrid(int cells, DataGenerator random) {
        this.cells = cells;
        this.random = random;
    }

    /** Returns the number of cells. */
    long cells() {
        return (long) cells * cells;
    }

    /** Returns the number of areas. */
    long size() {
        return cells() + cells() / ENCLAVE_EVERY;
    }

    /** Returns the area of a cell, or of an enclave behind those of the cells. */
    Geometry area(long key) {
        return key > cells()
                ? SpatialMap.GEOMETRIES.createPolygon(enclave(key - cells()))
                : SpatialMap.GEOMETRIES.createPolygon(cell(key), holes(key));
    }

    private LinearRing[] holes(long key) {
        return key % ENCLAVE_EVERY == 0 ? new LinearRing[] {enclave(key / ENCLAVE_EVERY)} : new LinearRing[] {};
    }

    /** Returns the ring of an enclave, which is in the cell whose key is the multiple of its number. */
    private LinearRing enclave(long number) {
        long cell = number * ENCLAVE_EVERY;
        return star(
                new Coordinate((column(cell) + 0.5) * SpatialMap.CELL, (row(cell) + 0.5) * SpatialMap.CELL),
                0,
                ENCLAVE_RADIUS,
                0.5,
                ENCLAVE_VERTICES,
                SpatialMap.STREAM + number * ENCLAVE_VERTICES);
    }

    /** Returns the number of the district of an area. */
    int district(long key) {
        long cell = key > cells() ? (key - cells()) * ENCLAVE_EVERY : key;
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
        return SpatialMap.GEOMETRIES.createLinearRing(ring.toArray(Coordinate[]::new));
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
                    : SpatialMap.CELL
                            * BEND
                            * Math.min(part, 1 - part)
                            * (2 * random.fraction(2 * SpatialMap.STREAM + number * SpatialMap.CELL + i) - 1);
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
        long key = 3 * SpatialMap.STREAM + 2 * ((long) y * (cells + 1) + x);
        return new Coordinate(
                (double) x * SpatialMap.CELL + (x % cells == 0 ? 0 : moved(key)),
                (double) y * SpatialMap.CELL + (y % cells == 0 ? 0 : moved(key + 1)));
    }

    private int moved(long key) {
        return random.integer(key) % (2 * MOVE + 1) - MOVE;
    }

    /**
     * Returns a ring around a centre whose vertices follow each other by their angle.
     *
     * @param offset added to whole coordinates
     * @param roughness the part of the radius that is random
     * @param key of the first random number
     */
    LinearRing star(Coordinate center, double offset, double radius, double roughness, int vertices, long key) {
        Coordinate[] ring = new Coordinate[vertices + 1];
        for (int i = 0; i < vertices; i++) {
            double angle = 2 * Math.PI * i / vertices;
            double distance = radius * (1 - roughness * random.fraction(key + i));
            ring[i] = new Coordinate(
                    offset + Math.rint(center.x + distance * StrictMath.cos(angle)),
                    offset + Math.rint(center.y + distance * StrictMath.sin(angle)));
        }
        ring[vertices] = ring[0].copy();
        return SpatialMap.GEOMETRIES.createLinearRing(ring);
    }
}
