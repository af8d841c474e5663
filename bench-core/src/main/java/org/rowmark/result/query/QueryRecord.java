package org.rowmark.result.query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a run recorded of its queries beside their times: the content of its folder {@code queries}.
 *
 * @param plans of each target and parameter values, by the names of their files
 * @param map what the queries ask of a map; empty where there is none
 */
public record QueryRecord(List<QueryPlans> plans, Optional<MapDrawing> map) {
    public static final QueryRecord NONE = new QueryRecord(List.of(), Optional.empty());

    static final String FOLDER = "queries";

    public static QueryRecord read(Path run) throws IOException {
        return new QueryRecord(QueryPlans.read(run), MapDrawing.read(run));
    }
}
