package org.rowmark.workloads.spatial;

import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import java.util.stream.LongStream;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;
import org.rowmark.data.DataSet;
import org.rowmark.data.DerivedTable;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;
import org.rowmark.db.sql.SpatialSql;

/**
 * The geometries of one kind: a table of their WKB, which the bulk path loads, and one of geometries that the database
 * makes of it.
 *
 * @param name of the layer in queries
 * @param rows how many; keys are 1 to rows
 * @param shape by key
 * @param district by key, 0 where there is none
 */
record Layer(String name, long rows, LongFunction<Geometry> shape, LongToIntFunction district) {
    private static final List<String> COLUMNS = List.of("id", "district", "wkb");

    /** Lists all geometries by key. */
    List<Geometry> shapes() {
        return LongStream.rangeClosed(1, rows).parallel().mapToObj(shape).toList();
    }

    DataSet wkb(Dialect dialect, String fingerprint) {
        Table table = new Table(
                wkbTable(), COLUMNS, List.of(dialect.bigintType(), dialect.integerType(), dialect.blobType()));
        return new DataSet(
                table, rows, fingerprint, key -> new Object[] {key, district.applyAsInt(key), bytes(shape.apply(key))});
    }

    static byte[] bytes(Geometry geometry) {
        return new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN).write(geometry);
    }

    /**
     * Returns the table of geometries.
     *
     * @param side of the map
     */
    DerivedTable shapes(Dialect dialect, SpatialSql sql, boolean isIndexed, long side, String fingerprint) {
        String table = table(isIndexed);
        String fill = "insert into " + table + " (id, district, shape) select id, district, "
                + sql.fromWkb().formatted("wkb") + " from " + wkbTable() + " order by id";
        return new DerivedTable(
                table,
                "id " + dialect.bigintType() + " not null primary key, district " + dialect.integerType()
                        + " not null, shape " + sql.type() + " not null",
                fingerprint,
                isIndexed ? List.of(fill, sql.index(index(isIndexed), table, "shape", side)) : List.of(fill));
    }

    /** Returns the name of the table of geometries. */
    String table(boolean isIndexed) {
        return "rowmark_" + name + (isIndexed ? "_indexed" : "_plain");
    }

    /** Returns the name of the spatial index of the table of geometries. */
    String index(boolean isIndexed) {
        return table(isIndexed) + "_x";
    }

    private String wkbTable() {
        return "rowmark_" + name + "_wkb";
    }
}
