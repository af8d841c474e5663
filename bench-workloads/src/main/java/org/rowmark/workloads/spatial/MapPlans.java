package org.rowmark.workloads.spatial;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.result.query.QueryPlans;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workloads.data.StatementPlan;
import org.rowmark.workloads.data.StatementPlan.Use;

/** The plans of the queries, and whether these use the spatial indexes. */
public final class MapPlans {
    private MapPlans() {}

    /** Adds the plans to the run directory, unless they are there already. */
    public static void record(
            RunningTarget running,
            Map<String, String> parameters,
            MapSql sql,
            List<MapQuery> queries,
            Connection connection)
            throws IOException {
        Database database = Databases.named(running.endpoint().database());
        List<String> indexes = sql.map().layers().stream()
                .map(layer -> layer.index(sql.isIndexed()))
                .toList();
        List<QueryPlans.Query> plans = new ArrayList<>();
        sql.statements(queries).forEach((name, statements) -> {
            List<StatementPlan> ofQuery = statements.stream()
                    .map(statement -> StatementPlan.of(connection, database, statement, none -> {}))
                    .toList();
            plans.add(new QueryPlans.Query(name, List.of(form(ofQuery, indexes))));
        });
        Path run = running.output().toAbsolutePath().getParent();
        new QueryPlans(running.target().name(), "spatial", parameters, plans).addTo(run, StatementPlan::shape);
    }

    private static QueryPlans.Form form(List<StatementPlan> plans, List<String> indexes) {
        boolean isKnown = plans.stream().allMatch(plan -> plan.useOf(indexes).isPresent());
        Map<String, List<StatementPlan>> shapes = new LinkedHashMap<>();
        plans.forEach(plan -> shapes.computeIfAbsent(StatementPlan.shape(plan.text()), none -> new ArrayList<>())
                .add(plan));
        List<String> texts = new ArrayList<>();
        shapes.values().forEach(same -> {
            String count = shapes.size() == 1 ? "" : same.size() + " of " + plans.size() + " statements:\n";
            texts.add(count + same.get(0).text());
        });
        return new QueryPlans.Form(
                plans.size(),
                isKnown ? OptionalInt.of(count(plans, indexes, Use.USED)) : OptionalInt.empty(),
                count(plans, indexes, Use.CHOSEN_PER_ROW),
                String.join("\n\n", texts));
    }

    private static int count(List<StatementPlan> plans, List<String> indexes, Use use) {
        return Math.toIntExact(plans.stream()
                .filter(plan -> plan.useOf(indexes).equals(Optional.of(use)))
                .count());
    }
}
