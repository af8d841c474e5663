package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.RunRequest;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** The studies of one setting that come with Rowmark. */
class SettingStudiesTest {
    private static final Target SQL_SERVER =
            Target.external("sqlserver", "sqlserver", "jdbc:sqlserver://localhost:1433;databaseName=bench");

    @ParameterizedTest
    @CsvSource({
        "flush-log-at-commit, innodb_flush_log_at_trx_commit, mariadb, 3",
        "doublewrite, innodb_doublewrite, mariadb, 2",
        "synchronous-commit, synchronous_commit, postgresql, 2",
        "wal-compression, wal_compression, postgresql, 2",
        "shared-buffers, shared_buffers, postgresql, 3",
        "forced-writes, ForcedWrites, firebird, 2",
        "server-mode, ServerMode, firebird, 3",
        "write-delay, WRITE_DELAY, h2, 2",
        "delayed-durability, delayed_durability, sqlserver, 2"
    })
    void vary_one_setting_of_the_database_that_has_it(String study, String setting, String database, int values) {
        RunRequest request = request(RunOptions.NONE.with(RunOption.STUDY, study));

        assertThat(request.what().varied()).containsExactly(setting);
        assertThat(request.what().targets())
                .hasSize(values)
                .extracting(Target::database)
                .containsOnly(database);
        assertThat(request.servers().restart()).isEqualTo(RestartPolicy.ROUND);
        assertThatThrownBy(() ->
                        request(RunOptions.NONE.with(RunOption.STUDY, study).targets(List.of("sqlite"))))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'sqlite': study " + study + " is about ");
    }

    private static RunRequest request(RunOptions options) {
        return RunRequest.resolve(
                options, Workloads.all(), Targets.builtIn().with(Map.of("sqlserver", () -> SQL_SERVER)));
    }
}
