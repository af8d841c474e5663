package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.CacheDirectory;

/** What commands print that measure nothing, and how they end. */
class CommandLineTest {
    private static final String MISTAKES = """
            run insrt-single                             | unknown workload 'insrt-single'; did you mean insert-single
            run insert-single --target mariadbb          | unknown target 'mariadbb'; did you mean mariadb
            run insert-single --target h2 -p comit=1     | unknown parameter 'comit'; did you mean commit
            run insert-single --target h2 -p commit      | -p commit: give name=value
            run insert-single --target h2 -p commit=0    | commit
            run point-select --target h2 -p theta=1      | parameter theta: '1' is not accepted; give a number above 0 and below 1
            run insert-single --target h2 -p target=h2   | name targets with --target
            run insert-single --round 5                  | unknown option '--round'; did you mean --rounds
            run insert-single --keep-servers             | --keep-servers is no option any more; use --restart run
            run insert-single --rounds 0                 | --rounds 0: give a whole number of at least 1
            run insert-single --rounds many              | --rounds
            run insert-single --time soon                | --time 'soon': give a time such as 500ms
            run insert-single --timeout 0s               | --timeout 0ms: give at least 1ms
            run insert-single --scale zero               | --scale 'zero': give a number of more than 0
            run insert-single --scale 0.06               | --scale 0.06: none of this run's workloads
            run insert-single --vary LOCK_TIMEOUT        | --vary 'LOCK_TIMEOUT': give a setting and its values
            run insert-single --link rt=500us            | --link 'rt=500us': 'rt=500us' is no part of a link
            run insert-single --link rtt=11s             | --link 'rtt=11s': rtt=11s is no time up to 10s
            run insert-single --target h2 --link rtt=1ms | target 'h2': no link can lie between: the database is embedded
            run insert-single --backup my.fbk            | --backup my.fbk: none of this run's workloads
            run page-fill --threads 4                    | --threads 4: page-fill is one operation of one thread
            run restore --threads 2 --dry-run            | --threads 2: restore is one operation of one thread
            run ping --threads 0                         | --threads '0': give different numbers of threads from 1 to 9999
            run ping --threads 1,x                       | --threads '1,x': give different numbers of threads
            run ping --threads 2,2                       | --threads '2,2': give different numbers of threads
            run ping --progress-interval 500ms           | --progress-interval '500ms': give a time of at least 1s
            run ping --progress-interval 0               | --progress-interval '0': give a time of at least 1s
            run insert-single --baseline h3              | --baseline h3 is not one of the targets
            run --study quick-tur                        | unknown study 'quick-tur'; did you mean quick-tour
            run insert-single -- -f 3                    | JMH's option -f is decided by Rowmark; use --rounds
            run insert-single -- -jvm java               | JMH's option -jvm is decided by Rowmark; use --vary java=DIR
            run insert-single -- --no-such-option        | JMH does not take --no-such-option
            rnu                                          | unknown command 'rnu'; did you mean run
            run run insrt-single                         | unknown workload 'run'
            run report no-such-directory                 | unknown workload 'report'; did you mean restore?
            run insert-single --limit 5m                 | unknown option '--limit'
            run insert-single --target h2 -pcomit=1      | unknown parameter 'comit'; did you mean commit
            run insert-single -prof gc                   | -p rof: give name=value
            list workloads -- -f 3                       | unknown option '--'
            list workload                                | unknown kind 'workload'; did you mean workloads
            report no-such-directory                     | no-such-directory: there is no such file or directory
            check --target nothing                       | unknown target 'nothing'
            run ping --target h2 --pool 0                | --pool '0': give
            run ping --target h2 --pool 2,x              | --pool '2,x': give
            run ping --target h2 --isolation snapshot    | valid: read-committed, read-uncommitted
            run ping --clients 0                         | --clients '0': give numbers of clients from 1 to 9999
            run ping --clients x.yaml                    | clients file x.yaml does not exist; for clients on this machine
            run ping --clients 2 --target h2             | --clients 2: needs a server of kind external or local or artifact or container, and that of target 'h2' is embedded
            run restore --clients 2 --target postgresql  | --clients 2: restore is one operation of one thread
            run ping --target h2 --overlap 80%           | --overlap 80%: goes with --clients
            run ping --clients 2 --listen 7000           | --listen '7000': give HOST:PORT
            client --join h:1 --number 1/2               | Missing required option: '--token FILE'
            client --join h.invalid:1 --token t --number 1/2 | --join h.invalid:1: that host is not known
            client --join h --token t --number 1/2       | --join 'h': give HOST:PORT
            client --join 127.0.0.1:1 --token t --number 3/2 | --number '3/2': give which client this is and how many there are
            client --join 127.0.0.1:1 --token t --number 1/2 | --token t is no file; give the token file that the run wrote
            cache                                        | name a command: cache list, cache remove
            cache remove                                 | cache remove: give names, or --all
            cache remove nothing                         | unknown name in the cache 'nothing'
            run insert-single --data-cache yes           | --data-cache 'yes'
            prepare --target h2                          | prepare: name a workload, or --study
            clean upsert --data-cache off                | --data-cache off: clean is about data in the cache; leave it out
            run ping --vary java=/nowhere                | java: '/nowhere' is no JDK, which has bin/java and a file release
            """;

    @TempDir
    Path temp;

    @AfterEach
    void restore() {
        System.clearProperty(CacheDirectory.PROPERTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "run --help",
                "aa --help",
                "list --help",
                "report --help",
                "compare --help",
                "history --help",
                "check --help",
                "client --help"
            })
    void helps_in_plain_text_when_nobody_looks(String arguments) {
        Commands.Result result = Commands.run(arguments);

        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("Usage").doesNotContain("\u001b[");
        assertThat(result.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "workloads, insert-single insert-batch insert-multirow generated-keys update-single delete-insert upsert"
                + " rw-transaction oltp point-select range-scan aggregate cursor-fetch wide-rows connect restore page-fill"
                + " order-queries spatial",
        "targets, h2 h2-mem h2-tcp hsqldb derby sqlite mariadb postgresql firebird",
        "databases, h2 hsqldb derby sqlite mariadb postgresql firebird mysql sqlserver",
        "studies, quick-tour restore page-fill huge-pages spatial threads",
        "links, loopback infiniband ethernet-10g ethernet-1g same-region cross-region satellite",
        "restore-methods, firebird postgresql mariadb mysql sqlserver h2 hsqldb derby sqlite duckdb"
    })
    void lists_what_there_is(String kind, String names) {
        Commands.Result result = Commands.run("list", kind);

        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines().map(line -> line.split(" ", -1)[0]).toList())
                .contains(names.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = MISTAKES)
    void names_what_is_wrong_and_the_nearest_that_is_right_and_writes_nothing(String arguments, String message)
            throws IOException {
        List<String> before = Commands.workingDirectory();

        Commands.Result result = Commands.run(arguments);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error()).startsWith("error: ").contains(message);
        assertThat(Commands.workingDirectory()).isEqualTo(before);
    }

    @Test
    void prints_stack_traces_only_on_request() {
        assertThat(Commands.run("report nowhere").err()).doesNotContain("\tat ");
        assertThat(Commands.run("report nowhere --verbose").err()).contains("\tat org.rowmark");
    }

    @ParameterizedTest
    @ValueSource(strings = {"12345678901", "-12345678901"})
    void takes_every_seed_of_64_bits(String seed) {
        assertThat(Commands.run("run insert-single --target h2 --dry-run --seed " + seed)
                        .out())
                .contains("by seed " + seed);
    }

    @Test
    void plans_without_starting_or_writing_anything() throws IOException {
        List<String> before = Commands.workingDirectory();

        Commands.Result result = Commands.run("run insert-batch --target h2 --target postgresql --rounds 7 --dry-run");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("insert-batch batchSize=1000 rewrite=on on postgresql")
                .contains("on h2  skipped: ")
                .contains("12, 3 of them skipped")
                .contains("rounds     7")
                .contains("takes      about ");
        assertThat(Commands.workingDirectory()).isEqualTo(before);
    }

    @Test
    void takes_the_value_of_a_short_option_with_or_without_a_space() {
        Commands.Result result =
                Commands.run("run insert-multirow --target h2 -prows=10 -p keys=random-insert --dry-run");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("rows=10 ").doesNotContain("rows=100");
    }

    @Test
    void takes_short_options_together() {
        Commands.Result result = Commands.run("run -hV");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("--dry-run");
    }

    @Test
    void checks_a_target_and_lists_what_each_workload_would_skip() {
        System.setProperty(CacheDirectory.PROPERTY, temp.toString());

        Commands.Result result = Commands.run("check --target sqlite");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("sqlite: ready", "version", "driver", "commit waits for the disk")
                .contains("insert-single: runs")
                .contains("insert-batch: skips 3 of 6: ");
    }

    @Test
    void lists_and_removes_what_is_in_the_cache() throws IOException {
        Path backup = Files.createDirectories(temp.resolve("backups/h2-2"));
        Files.writeString(backup.resolve("backup"), "b".repeat(2_500_000));
        System.setProperty(CacheDirectory.PROPERTY, temp.toString());

        assertThat(Commands.run("cache list").out().lines())
                .containsExactly(
                        "NAME          SIZE    LAST USE  CONTENTS",
                        "backups/h2-2  2.5 MB            backup of generated data",
                        "total 2.5 MB in " + temp);
        assertThat(Commands.run("cache remove backups").out()).isEqualTo("removed backups/h2-2, 2.5 MB\n");
        assertThat(backup).doesNotExist();
        assertThat(Commands.run("cache list").out()).isEqualTo("total 0.0 MB in " + temp + "\n");
    }
}
