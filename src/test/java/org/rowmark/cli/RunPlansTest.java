package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that are planned, and those that cannot begin: one line with the reason, and nothing written. */
class RunPlansTest {
    private static final String TWO = "run connect --target h2-mem --target h2 -p source=pool ";

    @TempDir
    Path temp;

    private List<String> before;

    @BeforeEach
    void write() throws IOException {
        before = Commands.workingDirectory();
        Files.writeString(temp.resolve("a.sql"), "select count(*) from orders where customer = ?;\nselect 1");
        Files.writeString(temp.resolve("b.sql"), "select 1");
        Files.writeString(temp.resolve("delete.sql"), "delete from orders");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --precision 2                              | --precision '2': give a difference of more than 0
            --precision 2% --rounds 9                  | --rounds 9: excludes --precision 2%
            --budget 5m --rounds 9                     | --rounds 9: excludes --budget 5m
            --budget 1s                                | --budget 1s: no row has a word before round 5
            --precision 2% --order bracketed           | --precision 2%: excludes --order bracketed
            --max-rounds 20                            | --max-rounds 20: goes with --precision
            --protocol median-of-3 --rounds 4          | the protocol median-of-3 takes 3 rounds
            --protocol median                          | --protocol 'median'; did you mean median-of-3, mean?
            --margin 0                                 | --margin '0': give a difference
            --order backwards                          | --order 'backwards'
            """)
    void refuses_numbers_of_rounds_orders_and_protocols_that_cannot_be(String options, String message)
            throws IOException {
        assertRefused(TWO + options, message);
    }

    @Test
    void shows_in_its_plan_until_when_it_will_go_on() {
        Commands.Result result = Commands.run(TWO + "--precision 2% --budget 20m --dry-run");

        assertThat(result.out())
                .contains("rounds     5 to 80 rounds")
                .contains(
                        "until      the interval of every ratio is within ±2 %, or 20 min 0 s have passed; looks after"
                                + " rounds 5, 7, 10,")
                .contains("margin     3 %");
    }

    @Test
    void without_arguments_tours_the_embedded_databases() {
        Commands.Result result = Commands.run("run --dry-run");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("cells      16", "baseline   h2");
        for (String workload : List.of("insert-batch", "point-select", "update-single", "aggregate")) {
            assertThat(result.out().lines().filter(line -> line.matches(" +\\d+ +" + workload + "\\b.*")))
                    .as(workload)
                    .extracting(line -> line.replaceFirst(".* on ", ""))
                    .containsExactly("h2", "hsqldb", "derby", "sqlite");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aa connect                                    | aa: name one --target
            noise connect                                 | aa: name one --target
            aa connect --target h2 --target sqlite        | against itself, not 2
            aa connect --target h2 --order bracketed      | aa: excludes --order bracketed
            aa connect --target h2 --protocol median-of-3 | aa: excludes --protocol median-of-3
            aa conect --target h2                         | unknown workload 'conect'; did you mean connect?
            aa --target h2                                | WORKLOAD
            """)
    void refuses_what_is_no_target_against_itself(String command, String message) throws IOException {
        assertRefused(command, message);
    }

    @Test
    void a_target_against_itself_takes_options_of_JMH() {
        Commands.Result result = Commands.run("aa connect --target h2 --dry-run -- -bm sample");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out())
                .contains("How much does h2 differ from itself in connect?", "on h2-again", "rounds     10 rounds");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --sql TEMP/delete.sql | delete.sql, statement 1, line 1: DELETE
            --sql TEMP/a.sql      | a.sql has 1 parameter (?); give values with --sql-params FILE
            --sql TEMP/none.sql   | none.sql: there is no such file
            --sql TEMP/none.sql --dry-run | none.sql: there is no such file
            sql                   | sql: give the file to run with --sql FILE
            --sql TEMP/a.sql@x --mix  | the weight 'x' is no whole number from 1 to 999999; give FILE@WEIGHT
            --sql TEMP/a.sql@1.5 --mix | the weight '1.5' is no whole number
            --sql TEMP/a.sql@9        | goes with --mix
            --mix ping                | --mix: none of this run's workloads runs SQL files (ping)
            --sql TEMP/a.sql --mix --same-result | --mix: excludes --same-result
            --sql TEMP/a.sql --sql-param id=zipfan(1,9) | there is no distribution 'zipfan'; such as id=uniform(1,1000)
            --sql TEMP/a.sql --sql-param id=uniform(9,1) | uniform needs (FROM,TO), whole numbers, the lesser
            --sql TEMP/a.sql --sql-param id=text(0) | text needs (LENGTH), a whole number from 1 to 9999
            --sql TEMP/a.sql@9 --sql TEMP/a.sql@1 --mix | a.sql: has two weights; leave one out
            ping --vary jvmargs=-Xmx1g,-Xmx2g | no setting is named jvmargs; give jvmArgs
            --sql TEMP/a.sql --sql-param id | --sql-param 'id': give NAME=DISTRIBUTION
            --sql TEMP/b.sql --sql-param c=text(9) | --sql-param c: no file has :c; leave it out
            """)
    void refuses_SQL_that_cannot_be_measured(String words, String message) throws IOException {
        assertRefused(
                "run --target h2 --out " + temp.resolve("out") + " " + words.replace("TEMP", temp.toString()), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            restore --backup nowhere.zip  | target 'h2': --backup nowhere.zip: there is no such file
            restore -p way=gbak-tpc       | gbak-tcp
            restore --scale 0             | --scale
            connect --scale 1             | --scale
            page-fill -p payload=zeros    | parameter payload: 'zeros' is not accepted; give random or blank
            page-fill --scale 999999      | MB left; name another directory with --data-dir, or a smaller --scale
            """)
    void refuses_operations_of_minutes_that_cannot_be(String words, String message) throws IOException {
        assertRefused(
                "run " + words + " --target h2 --out " + temp.resolve("out") + " --data-dir " + temp.resolve("data"),
                message);
        assertThat(temp.resolve("out")).doesNotExist();
    }

    private void assertRefused(String command, String message) throws IOException {
        Commands.Result result = Commands.run(command);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error()).startsWith("error: ").contains(message);
        assertThat(Commands.workingDirectory()).isEqualTo(before);
    }
}
