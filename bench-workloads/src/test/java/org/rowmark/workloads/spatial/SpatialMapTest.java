package org.rowmark.workloads.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.operation.union.UnaryUnionOp;
import org.rowmark.db.Dialect;

class SpatialMapTest {
    private final SpatialMap map = new SpatialMap(0.01);

    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.01, 0.05})
    void the_areas_partition_the_square_exactly(double scale) {
        SpatialMap other = new SpatialMap(scale);
        List<Geometry> areas = other.layer("areas").shapes();

        assertThat(areas.stream().mapToDouble(Geometry::getArea).sum()).isEqualTo((double) other.side() * other.side());
        Geometry union = UnaryUnionOp.union(areas);
        assertThat(union.getArea()).isEqualTo((double) other.side() * other.side());
        assertThat(union.getGeometryType()).isEqualTo("Polygon");
        assertThat(((Polygon) union).getNumInteriorRing()).isZero();
        assertThat(union.getEnvelopeInternal().equals(new Envelope(0, other.side(), 0, other.side())))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.05})
    void every_geometry_is_valid_and_inside_the_square(double scale) {
        SpatialMap other = new SpatialMap(scale);
        Envelope square = new Envelope(0, other.side(), 0, other.side());

        for (Layer layer : other.layers()) {
            assertThat(layer.shapes()).hasSize((int) layer.rows()).allSatisfy(shape -> {
                assertThat(shape.isValid()).isTrue();
                assertThat(shape.isSimple()).isTrue();
                assertThat(square.contains(shape.getEnvelopeInternal())).isTrue();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.01, 0.1, 1})
    void the_nearest_places_of_each_search_and_the_next_one_are_at_different_distances(double scale) {
        SpatialMap other = new SpatialMap(scale);
        List<Geometry> places = other.layer("places").shapes();

        for (int i = 0; i < MapQuery.SEARCHES; i++) {
            Geometry center = SpatialMap.GEOMETRIES.createPoint(other.search(i));
            assertThat(places.stream()
                            .mapToDouble(center::distance)
                            .sorted()
                            .limit(MapQuery.NEIGHBOURS + 1)
                            .boxed())
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void some_polygons_have_holes_and_some_thousands_of_vertices() {
        for (String layer : List.of("areas", "zones")) {
            List<Geometry> shapes = map.layer(layer).shapes();

            assertThat(shapes)
                    .anySatisfy(shape -> assertThat(shape.getNumPoints()).isGreaterThan(2_000));
            assertThat(shapes)
                    .anySatisfy(shape ->
                            assertThat(((Polygon) shape).getNumInteriorRing()).isEqualTo(1));
        }
    }

    @Test
    void every_district_is_of_neighbours() {
        assertThat(new ExpectedAnswers(map).of(query("10-union"))).hasSize(4);
    }

    @Test
    void a_road_clipped_by_all_areas_keeps_its_length() {
        ExpectedAnswers answers = new ExpectedAnswers(map);

        double whole = MapRow.sums(answers.of(query("03-length")))[3];
        double clipped = MapRow.sums(answers.of(query("06-clip")))[3];

        assertThat(MapRow.isEqual(whole, clipped, 1e-9)).isTrue();
    }

    @Test
    void the_same_scale_has_the_same_bytes() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (Layer layer : new SpatialMap(0.01).layers()) {
            layer.shapes().forEach(shape -> digest.update(Layer.bytes(shape)));
        }

        assertThat(HexFormat.of().formatHex(digest.digest()))
                .as("after a change of the map, raise the generator in its fingerprint")
                .isEqualTo("598b5087eefc7b3d78a018ad32a0dfd54fca267aca6216abe539ac2f4ad9eb5f");
    }

    private MapQuery query(String name) {
        return MapQuery.all(map, new Dialect() {}).stream()
                .filter(query -> query.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
