package org.rowmark.result.query;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.ArrayUtils;
import org.rowmark.util.OwnText;
import org.rowmark.util.ScrubbedJson;
import org.rowmark.util.WholeFile;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plans of the queries of a workload on a target, as its database explained them: the file {@code
 * queries/plans/TARGET-WORKLOAD-VALUES.json}.
 */
public record QueryPlans(
        @OwnText String target,
        @OwnText String workload,
        @OwnText Map<String, String> parameters,
        List<Query> queries) {
    private static final String PLANS = QueryRecord.FOLDER + "/plans";
    private static final String JSON_SUFFIX = ".json";

    private static final JsonMapper JSON = ScrubbedJson.MAPPER;

    /**
     * A query.
     *
     * @param forms of its plan in the order in which they appeared; several only where the plan changed
     */
    public record Query(@OwnText String name, List<Form> forms) {}

    /**
     * A form of a query's plan.
     *
     * @param usingIndex how many of them use the indexes in question; empty where there is no plan
     * @param choosingPerRow how many others choose for each row of another table whether to use them
     * @param plan as text, or the reason for which there is none
     */
    public record Form(int statements, OptionalInt usingIndex, int choosingPerRow, String plan) {}

    /** @param keys of a cell */
    public boolean isOf(Map<String, String> keys) {
        return target.equals(keys.get("target"))
                && workload.equals(keys.get("workload"))
                && keys.entrySet().containsAll(parameters.entrySet());
    }

    public Optional<Query> query(String name) {
        return queries.stream().filter(query -> query.name.equals(name)).findFirst();
    }

    static List<QueryPlans> read(Path run) throws IOException {
        File[] files = run.resolve(PLANS).toFile().listFiles((folder, name) -> name.endsWith(JSON_SUFFIX));
        List<QueryPlans> plans = new ArrayList<>();
        for (File file : ArrayUtils.nullToEmpty(files, File[].class)) {
            plans.add(readFile(file.toPath()));
        }
        plans.sort(Comparator.comparing(QueryPlans::fileName));
        return plans;
    }

    /**
     * Adds these plans to a run directory, but for forms that it has.
     *
     * @param shape of a plan, equal for plans that do not differ
     */
    public void addTo(Path run, UnaryOperator<String> shape) throws IOException {
        Path file = Files.createDirectories(run.resolve(PLANS)).resolve(fileName());
        QueryPlans all = Files.exists(file) ? readFile(file).and(this, shape) : this;
        WholeFile.replace(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n");
    }

    private String fileName() {
        String values = String.join("-", new TreeMap<>(parameters).values());
        return target + "-" + workload + (values.isEmpty() ? "" : "-" + values) + JSON_SUFFIX;
    }

    private QueryPlans and(QueryPlans later, UnaryOperator<String> shape) {
        List<Query> merged = new ArrayList<>();
        for (Query query : later.queries) {
            List<Form> forms =
                    new ArrayList<>(query(query.name).map(Query::forms).orElse(List.of()));
            for (Form form : query.forms) {
                String its = shape.apply(form.plan);
                if (forms.stream().map(Form::plan).map(shape).noneMatch(its::equals)) {
                    forms.add(form);
                }
            }
            merged.add(new Query(query.name, forms));
        }
        return new QueryPlans(target, workload, parameters, merged);
    }

    private static QueryPlans readFile(Path file) throws IOException {
        return WholeFile.json(file, JSON, new TypeReference<QueryPlans>() {});
    }
}
