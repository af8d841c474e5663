package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.result.query.QueryPlans;
import org.rowmark.result.query.QueryPlans.Form;
import org.rowmark.result.query.QueryRecord;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** The workload spatial, which compares the answers of each pass with those of JTS on the generated map. */
class SpatialTest {
    @TempDir
    private Path temp;

    @ParameterizedTest
    @CsvSource({"h2-mem, on off", "postgresql, on off"})
    void gives_the_answers_of_JTS_with_and_without_an_index_which_the_plans_show(String name, String values)
            throws Exception {
        Target target = Targets.builtIn().named(name);
        Database database = Databases.named(target.database());
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            try (Connection connection = runs.connect()) {
                assumeTrue(
                        RequiredServers.isRequired(name)
                                || database.features(connection).contains(Feature.SPATIAL),
                        "geometries");
            }
            for (String index : values.split(" ", -1)) {
                assertThat(runs.run(Spatial.class, Map.of("index", index), 1))
                        .singleElement()
                        .extracting(RunResult::getPrimaryResult)
                        .satisfies(result -> assertThat(result.getScoreUnit()).isEqualTo("s/op"));
            }
            database.driver().release(server.endpoint());
        }
        List<QueryPlans> all = QueryRecord.read(temp).plans();
        assertThat(all).hasSize(values.split(" ", -1).length);
        for (QueryPlans plans : all) {
            boolean isIndexed = plans.parameters().get("index").equals("on");
            Form small = plans.query("16-box-small").orElseThrow().forms().get(0);
            assertThat(small.usingIndex()).as(small.plan()).hasValue(isIndexed ? small.statements() : 0);
            assertThat(small.plan()).doesNotContain("1 of 10 statements");
            Form join = plans.query("04-point-in-polygon").orElseThrow().forms().get(0);
            assertThat(join.choosingPerRow()).as(join.plan()).isEqualTo(name.startsWith("mysql") ? 1 : 0);
            assertThat(plans.query("01-area").orElseThrow().forms().get(0).usingIndex())
                    .hasValue(0);
            if (name.equals("postgresql")) {
                Form nearest = plans.query("09-nearest").orElseThrow().forms().get(0);
                assertThat(nearest.usingIndex()).as(nearest.plan()).hasValue(isIndexed ? nearest.statements() : 0);
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"mariadb, on", "mariadb-11.4, on", "mysql-5.7, on", "mysql-8.0, on"})
    void gives_the_answers_of_JTS_on_other_versions_and_products(String name, String values) throws Exception {
        gives_the_answers_of_JTS_with_and_without_an_index_which_the_plans_show(name, values);
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}
