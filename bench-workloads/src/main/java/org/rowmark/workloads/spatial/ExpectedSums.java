package org.rowmark.workloads.spatial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.db.Dialect;
import org.rowmark.util.WholeFile;
import tools.jackson.databind.json.JsonMapper;

/**
 * The count of rows and the three sums that each query must give: the file {@code queries/answers.json} of a run. JTS
 * computes them once per run, since a minute of processor time at scale 1 is too long for each fork.
 *
 * @param map fingerprint of the map
 * @param sums by the names of queries
 */
record ExpectedSums(String map, Map<String, double[]> sums) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * Reads the file, or computes the sums and writes it if it is not there or of another map.
     *
     * @param run the run directory
     */
    static ExpectedSums of(SpatialMap map, Path run) throws IOException {
        Path file = run.resolve("queries").resolve("answers.json");
        if (Files.exists(file)) {
            ExpectedSums known = JSON.readValue(Files.readString(file), ExpectedSums.class);
            if (known.map.equals(map.fingerprint())) {
                return known;
            }
        }
        ExpectedSums computed = compute(map);
        Files.createDirectories(file.getParent());
        WholeFile.replace(file, JSON.writeValueAsString(computed) + "\n");
        return computed;
    }

    private static ExpectedSums compute(SpatialMap map) {
        ExpectedAnswers answers = new ExpectedAnswers(map);
        List<MapQuery> queries = MapQuery.all(map, new Dialect() {});
        Map<String, double[]> sums = new LinkedHashMap<>();
        queries.forEach(query -> sums.put(query.name(), MapRow.sums(answers.of(query))));
        return new ExpectedSums(map.fingerprint(), sums);
    }

    double[] of(MapQuery query) {
        return sums.get(query.name());
    }
}
