package org.rowmark.workloads.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.data.DerivedTable;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.sql.SpatialFunction;
import org.rowmark.db.sql.SpatialSql;

class MapSqlTest {
    private static final Path SQL_SERVER = Path.of("src/test/resources/spatial-sqlserver.sql");

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

    /**
     * No server with T-SQL's geometries is at hand, so the text is compared with that which was last read by a person; it
     * is updated like the golden files of reports.
     */
    @Test
    void every_query_and_index_has_its_text_for_SQL_Server() throws Exception {
        Dialect dialect = Databases.named("sqlserver").dialect();
        MapSql sql = of("sqlserver", true);
        StringBuilder text = new StringBuilder();
        for (Layer layer : map.layers()) {
            DerivedTable table = layer.shapes(dialect, sql.sql(), true, map.side(), map.fingerprint());
            text.append("-- ").append(layer.name()).append('\n');
            text.append(dialect.createTable(table.name(), table.definitions())).append(";\n");
            table.filling().forEach(statement -> text.append(statement).append(";\n"));
        }
        for (MapQuery query : MapQuery.all(map, dialect)) {
            assertThat(sql.obstacle(query, trial -> false)).isEmpty();
            List<String> statements = query.statements();
            text.append("-- ").append(query.name());
            text.append(statements.size() == 1 ? "\n" : ", the first of " + statements.size() + "\n");
            text.append(sql.translate(statements.get(0))).append(";\n");
            assertThat(statements.stream().map(sql::translate))
                    .allSatisfy(statement -> assertThat(statement)
                            .doesNotContainIgnoringCase("st_")
                            .doesNotContain("@"));
        }

        if ("update".equals(System.getProperty("rowmark.golden"))) {
            Files.createDirectories(SQL_SERVER.getParent());
            Files.writeString(SQL_SERVER, text);
        }
        assertThat(text.toString()).isEqualTo(Files.readString(SQL_SERVER));
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
