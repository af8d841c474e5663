package org.rowmark.workloads.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Feature;
import org.rowmark.db.SpatialFunction;
import org.rowmark.db.SpatialSql;

class MapSqlTest {
    private final SpatialMap map = new SpatialMap(0.01);

    @Test
    void functions_are_called_as_the_database_does_and_layers_are_tables() {
        String query = "select @area(@intersection(a.shape, z.shape)) from @areas a join @zones z"
                + " on @intersects(a.shape, z.shape) where (1 = 1)";

        assertThat(new MapSql(map, SpatialSql.STANDARD, true).translate(query))
                .isEqualTo("select st_area(st_intersection(a.shape, z.shape)) from rowmark_areas_indexed a"
                        + " join rowmark_zones_indexed z on st_intersects(a.shape, z.shape) where (1 = 1)");
        assertThat(of("sqlserver", false).translate(query))
                .isEqualTo("select a.shape.STIntersection(z.shape).STArea() from rowmark_areas_plain a"
                        + " join rowmark_zones_plain z on a.shape.STIntersects(z.shape) = 1 where (1 = 1)");
    }

    /** No server with T-SQL's geometries is at hand, so the text is compared. */
    @Test
    void the_text_for_SQL_Server_has_no_function_of_others() {
        Database sqlServer = Databases.named("sqlserver");
        MapSql sql = of("sqlserver", true);

        for (MapQuery query : MapQuery.all(map, sqlServer.dialect())) {
            assertThat(sql.obstacle(query, trial -> false)).isEmpty();
            for (String statement : query.statements()) {
                assertThat(sql.translate(statement))
                        .doesNotContainIgnoringCase("st_")
                        .doesNotContain("@");
            }
        }
        assertThat(sql.translate(
                        query(sqlServer, "04-point-in-polygon").statements().get(0)))
                .isEqualTo("""
                        select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select a.id as k1, p.id as k2, a.district as v
                        from rowmark_areas_indexed a join rowmark_places_indexed p on a.shape.STContains(p.shape) = 1) o""");
        assertThat(sql.translate(query(sqlServer, "09-nearest").rows().get(0)))
                .startsWith("select top (5) p.id as k1, 0 as k2, p.shape.STDistance(geometry::Point(")
                .contains("order by p.shape.STDistance(");
        assertThat(sqlServer.dialect().spatial().orElseThrow().index("x", "t", "shape", 8192))
                .isEqualTo("create spatial index x on t (shape) using geometry_auto_grid"
                        + " with (bounding_box = (0, 0, 8192, 8192))");
    }

    @Test
    void a_missing_function_skips_its_queries_with_the_reason() {
        SpatialSql lacking = SpatialSql.STANDARD
                .without(SpatialFunction.BUFFER, "it has no buffers")
                .without(SpatialFunction.UNION, new SpatialSql.Missing("old ones lack it", Optional.of("select 1")));
        MapSql sql = new MapSql(map, lacking, true);
        Database database = Databases.named("postgresql");

        assertThat(sql.obstacle(query(database, "07-buffer"), trial -> true)).contains("it has no buffers");
        assertThat(sql.obstacle(query(database, "01-area"), trial -> false)).isEmpty();
        assertThat(sql.obstacle(query(database, "10-union"), trial -> false)).contains("old ones lack it");
        assertThat(sql.obstacle(query(database, "10-union"), "select 1"::equals))
                .isEmpty();
    }

    @Test
    void databases_with_the_feature_have_its_SQL() {
        for (Database database : Databases.all()) {
            assertThat(database.dialect().spatial().isPresent())
                    .as(database.id())
                    .isEqualTo(database.features().contains(Feature.SPATIAL));
        }
    }

    @Test
    void the_first_object_that_differs_is_named() {
        List<MapRow> right = List.of(new MapRow(1, 0, 10), new MapRow(2, 0, 20));

        assertThat(MapRow.firstDifference(List.of(new MapRow(2, 0, 20)), right, 0))
                .isEqualTo("object 1 is missing, with 10.0");
        assertThat(MapRow.firstDifference(List.of(right.get(0), new MapRow(1, 7, 5), right.get(1)), right, 0))
                .isEqualTo("object 1 with 7 is too many, with 5.0");
        assertThat(MapRow.firstDifference(List.of(right.get(0), new MapRow(2, 0, 21)), right, 0.01))
                .isEqualTo("object 2 has 21.0, and not 20.0");
        assertThat(MapRow.firstDifference(List.of(right.get(0), new MapRow(2, 0, 20.1)), right, 0.01))
                .isEqualTo("none of single objects");
    }

    private MapSql of(String database, boolean isIndexed) {
        return new MapSql(map, Databases.named(database).dialect().spatial().orElseThrow(), isIndexed);
    }

    private MapQuery query(Database database, String name) {
        return MapQuery.all(map, database.dialect()).stream()
                .filter(query -> query.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
