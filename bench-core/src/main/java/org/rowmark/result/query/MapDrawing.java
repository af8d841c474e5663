package org.rowmark.result.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rowmark.util.WholeFile;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A map as it is drawn, with what each query asks of it: the file {@code queries/map.json}. Geometries are simplified;
 * coordinates are those of the map, y upwards.
 *
 * @param side of the square map, which begins at 0
 * @param shown side of the part whose layers are drawn, which begins at 0, too
 * @param layers from the lowest to the highest
 */
public record MapDrawing(String title, double side, double shown, List<Layer> layers, List<Panel> panels) {
    private static final String FILE = QueryRecord.FOLDER + "/map.json";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The way in which geometries are drawn. */
    public enum Kind {
        AREA,
        LINE,
        POINT
    }

    public record Layer(String name, Kind kind, List<Shape> shapes) {}

    /**
     * A geometry.
     *
     * @param paths of its rings or lines: x and y of each vertex after another
     */
    public record Shape(List<int[]> paths) {}

    /**
     * What a query asks.
     *
     * @param marks the objects that are highlighted, from the lowest to the highest
     */
    public record Panel(String query, String text, View view, List<Mark> marks) {}

    /** A square part of a map by its lower left corner. */
    public record View(double x, double y, double side) {}

    /**
     * Objects that are highlighted.
     *
     * @param isAnswer whether they are what the query finds or computes, rather than what it searches with
     * @param layer whose shapes these are, all of them; empty for other shapes
     * @param kind in which they are drawn, which need not be that of the layer
     */
    public record Mark(boolean isAnswer, Kind kind, Optional<String> layer, List<Shape> shapes) {}

    static Optional<MapDrawing> read(Path run) throws IOException {
        Path file = run.resolve(FILE);
        return Files.exists(file)
                ? Optional.of(WholeFile.json(file, JSON, new TypeReference<MapDrawing>() {}))
                : Optional.empty();
    }

    public void write(Path run) throws IOException {
        Path file = run.resolve(FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, JSON.writeValueAsString(this) + "\n");
    }
}
