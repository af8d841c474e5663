package org.rowmark.db;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The SQL of a product's geometries in a plane without units, whose SRID is 0.
 *
 * @param type of a column
 * @param fromWkb format of the geometry that a WKB describes
 * @param indexFormat format of the statement that makes a spatial index: name, table, column, and the side of the square
 *     from 0 that has all geometries
 * @param version query of name and version of what has the functions, where that is not the server itself
 * @param templates formats of functions that are not those of {@link SpatialFunction}
 * @param missing why a function cannot be used
 */
public record SpatialSql(
        String type,
        String fromWkb,
        String indexFormat,
        Optional<String> version,
        Map<SpatialFunction, String> templates,
        Map<SpatialFunction, String> missing) {
    public static final SpatialSql STANDARD = new SpatialSql(
            "geometry",
            "st_geomfromwkb(%s, 0)",
            "create spatial index %1$s on %2$s (%3$s)",
            Optional.empty(),
            Map.of(),
            Map.of());

    public SpatialSql {
        templates = Map.copyOf(templates);
        missing = Map.copyOf(missing);
    }

    /** Returns the same with another type, and another format of geometries from WKB. */
    public SpatialSql ofType(String another, String fromItsWkb) {
        return new SpatialSql(another, fromItsWkb, indexFormat, version, templates, missing);
    }

    public SpatialSql indexedBy(String format) {
        return new SpatialSql(type, fromWkb, format, version, templates, missing);
    }

    public SpatialSql ofVersion(String query) {
        return new SpatialSql(type, fromWkb, indexFormat, Optional.of(query), templates, missing);
    }

    public SpatialSql with(SpatialFunction function, String template) {
        return new SpatialSql(type, fromWkb, indexFormat, version, and(templates, function, template), missing);
    }

    /** @param reason as the end of a sentence, with the versions it was found in */
    public SpatialSql without(SpatialFunction function, String reason) {
        return new SpatialSql(type, fromWkb, indexFormat, version, templates, and(missing, function, reason));
    }

    private static Map<SpatialFunction, String> and(
            Map<SpatialFunction, String> texts, SpatialFunction function, String text) {
        Map<SpatialFunction, String> more = new EnumMap<>(SpatialFunction.class);
        more.putAll(texts);
        more.put(function, text);
        return more;
    }

    /** Returns the call of a function. */
    public String call(SpatialFunction function, Object... arguments) {
        return String.format(templates.getOrDefault(function, function.template()), arguments);
    }

    /** Returns why a function cannot be used; empty if it can. */
    public Optional<String> obstacle(SpatialFunction function) {
        return Optional.ofNullable(missing.get(function));
    }

    /** Returns the statement that makes an index. */
    public String index(String name, String table, String column, long side) {
        return String.format(indexFormat, name, table, column, side);
    }
}
