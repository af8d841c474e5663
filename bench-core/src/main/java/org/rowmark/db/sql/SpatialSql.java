package org.rowmark.db.sql;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The SQL of a product's geometries in a plane without units, whose SRID is 0, as formats; that of an index takes name,
 * table, column, and the side of the square from 0 that has all geometries. The version is a query of name and version of
 * what has the functions, where that is not the server itself.
 */
public record SpatialSql(
        String type,
        String fromWkb,
        String indexFormat,
        Optional<String> version,
        Map<SpatialFunction, String> templates,
        Map<SpatialFunction, Missing> missing) {
    /** The lack of a function in some versions; the trial returns 1 on servers that have it all the same. */
    public record Missing(String reason, Optional<String> trial) {}

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

    public SpatialSql without(SpatialFunction function, String reason) {
        return without(function, new Missing(reason, Optional.empty()));
    }

    public SpatialSql without(SpatialFunction function, Missing why) {
        return new SpatialSql(type, fromWkb, indexFormat, version, templates, and(missing, function, why));
    }

    private static <T> Map<SpatialFunction, T> and(Map<SpatialFunction, T> values, SpatialFunction function, T value) {
        Map<SpatialFunction, T> more = new EnumMap<>(SpatialFunction.class);
        more.putAll(values);
        more.put(function, value);
        return more;
    }

    public String call(SpatialFunction function, Object... arguments) {
        return String.format(templates.getOrDefault(function, function.template()), arguments);
    }

    /** Returns why a function cannot be used, as a trial may disprove; empty if it can. */
    public Optional<String> obstacle(SpatialFunction function, Predicate<String> works) {
        return Optional.ofNullable(missing.get(function))
                .filter(lack -> lack.trial().filter(works).isEmpty())
                .map(Missing::reason);
    }

    public String index(String name, String table, String column, long side) {
        return String.format(indexFormat, name, table, column, side);
    }
}
