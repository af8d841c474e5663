package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** The transactions of read-write, read-only and write-only. */
class ReadWriteTest {
    private static final String WRITTEN = "rowmark_sbtest_500_1";

    @TempDir
    private Path temp;

    @Test
    void a_transaction_has_the_statements_of_sysbench() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            runs.run(ReadWrite.class, Map.of("rows", "500"), 1); // which loads the rows
            runs.execute("set query_statistics true");
            runs.execute("set query_statistics_max_entries 1000000");
            List<String> signals = Signals.of(() -> runs.run(ReadWrite.class, Map.of("rows", "500"), 1));

            long transactions = executions(runs, "delete from " + WRITTEN + " where id = ?");
            assertThat(transactions).isPositive();
            assertThat(Signals.sum(signals, "statements")).isEqualTo(18 * transactions);
            assertThat(executions(runs, "select c from " + WRITTEN + " where id = ?"))
                    .isEqualTo(10 * transactions);
            for (String once : List.of(
                    "select c from " + WRITTEN + " where id between ? and ?",
                    "select sum(k) from " + WRITTEN + " where id between ? and ?",
                    "select c from " + WRITTEN + " where id between ? and ? order by c",
                    "select distinct c from " + WRITTEN + " where id between ? and ? order by c",
                    "update " + WRITTEN + " set k = k + 1 where id = ?",
                    "update " + WRITTEN + " set c = ? where id = ?",
                    "insert into " + WRITTEN + " (id, k, c, padding) values (?, ?, ?, ?)")) {
                assertThat(executions(runs, once)).as(once).isEqualTo(transactions);
            }
        }
    }

    /** Counts the executions of a statement, whose text the statistics have with its values behind it. */
    private static long executions(H2Runs runs, String sql) throws Exception {
        return runs.number("select coalesce(sum(execution_count), 0) from information_schema.query_statistics where"
                + " sql_statement = '" + sql + "' or sql_statement like '" + sql + " {%'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"k = k + 1", "id = id + 500"})
    void rows_that_are_not_as_loaded_are_noticed(String change) throws Exception {
        Map<String, String> two = Map.of("rows", "500", "tables", "2", "skipTrx", "on");
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            runs.run(ReadOnly.class, two, 1);
            runs.execute("update rowmark_sbread_500_1 set " + change);
            runs.execute("update rowmark_sbread_500_2 set " + change);

            assertThatThrownBy(() -> runs.run(ReadOnly.class, two, 1))
                    .hasStackTraceContaining("expected the 500 rows as they were generated");
        }
    }

    @Test
    void transactions_that_replace_the_same_row_are_repeated() throws Exception {
        Target target = Targets.builtIn().named("postgresql");
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            List<String> signals = Signals.of(() -> {
                for (int i = 0; i < 5; i++) {
                    runs.run(WriteOnly.class, Map.of("rows", "1", "indexUpdates", "0", "nonIndexUpdates", "0"), 4);
                }
            });

            assertThat(signals).anyMatch(signal -> signal.startsWith("metric errors.23505 "));
            assertThat(runs.number("select count(*) from rowmark_sbtest_1_1")).isOne();
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue(); // for the server's user, if this is root
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}
