package org.rowmark.workloads.spatial;

import java.sql.SQLException;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataTarget;
import org.rowmark.db.Feature;
import org.rowmark.db.sql.SpatialSql;

/**
 * A square map: areas that partition it, zones that overlap areas and each other, roads and places. All are pure
 * functions of a seed and a key, and the same for the same scale in every run.
 *
 * <p>Coordinates of areas are whole numbers below 2<sup>20</sup>, and those of the others are halves or quarters, so that
 * doubles hold them, and sums of areas, exactly.
 */
public final class SpatialMap {
    /** The side of a cell of the grid before its corners are moved. */
    static final int CELL = 8_192;

    /** The cells in a row of the map at scale 1. */
    private static final int CELLS = 64;

    private static final int LEAST_CELLS = 4;

    private static final long SEED = 20171002;
    static final long STREAM = 1L << 40;

    static final GeometryFactory GEOMETRIES = new GeometryFactory();

    private final DataGenerator random = new DataGenerator(SEED);
    private final int cells;
    private final AreaGrid areas;

    /** @param scale 1 for 64 by 64 cells */
    public SpatialMap(double scale) {
        this.cells = Math.toIntExact(Math.max(LEAST_CELLS, Math.round(CELLS * Math.sqrt(scale))));
        this.areas = new AreaGrid(cells, random);
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
                new Layer("areas", areas.size(), areas::area, areas::district),
                new Layer("zones", Math.max(2, areas.cells() / 4), this::zone, key -> 0),
                new Layer("roads", mainRoads() + 2 * areas.cells(), this::road, key -> 0),
                new Layer("places", 24 * areas.cells(), this::place, key -> 0));
    }

    /** Loads the tables unless they exist. */
    public void load(DataTarget db, boolean isIndexed) throws SQLException {
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

    /** Returns how many roads, the first ones, cross the whole map. */
    long mainRoads() {
        return 2L * cells;
    }

    /** Returns a zone, inside the map; some have a hole, and some thousands of vertices. */
    private Geometry zone(long key) {
        long stream = 4 * STREAM + key * CELL;
        Coordinate center = new Coordinate(inside(stream, 2), inside(stream + 1, 2));
        boolean isDetailed = key % 16 == 1;
        LinearRing shell = areas.star(
                center,
                0.5,
                CELL / 2.0 + random.integer(stream + 2) % CELL,
                isDetailed ? 0.1 : 0.5,
                isDetailed ? AreaGrid.DETAILED_VERTICES : 64,
                stream + 4);
        return GEOMETRIES.createPolygon(
                shell,
                key % 4 == 1
                        ? new LinearRing[] {areas.star(center, 0.5, CELL / 8.0, 0.2, 16, 5 * STREAM + key * CELL)}
                        : new LinearRing[] {});
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
