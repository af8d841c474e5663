package org.rowmark.workloads.restore.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.util.Secret;
import org.rowmark.workloads.restore.PhasedRestore;

/** Arguments of PostgreSQL's programs, and their output. */
class PostgresqlRestoreTextTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "jdbc:postgresql://db1:5433/shop, db1, 5433, jdbc:postgresql://db1:5433/other",
                "jdbc:postgresql://db1/shop?ssl=true, db1, 5432, jdbc:postgresql://db1/other?ssl=true",
                "jdbc:postgresql://db1, db1, 5432, jdbc:postgresql://db1/other",
                "jdbc:postgresql://db1?user=me, db1, 5432, jdbc:postgresql://db1/other?user=me",
                "jdbc:postgresql:shop, localhost, 5432, jdbc:postgresql:other",
                "jdbc:postgresql:/shop, localhost, 5432, jdbc:postgresql:other",
                "jdbc:postgresql:///shop, localhost, 5432, jdbc:postgresql:///other",
                "jdbc:postgresql://[::1]:5433/shop, ::1, 5433, jdbc:postgresql://[::1]:5433/other",
                "\"jdbc:postgresql://db1:1,db2/s\", \"db1,db2\", \"1,5432\", \"jdbc:postgresql://db1:1,db2/other\""
            })
    void a_url_names_the_servers_of_the_programs_and_of_other_databases(
            String url, String hosts, String ports, String other) {
        assertThat(PostgresqlClient.environment(endpoint(url)))
                .containsEntry("PGHOST", hosts)
                .containsEntry("PGPORT", ports);
        assertThat(new JdbcUrl(url).withDatabase("other")).isEqualTo(other);
    }

    @Test
    void user_and_tls_are_those_of_the_url_unless_the_target_sets_others() {
        Endpoint endpoint = endpoint("jdbc:postgresql://db1/shop?user=m%C3%A4&sslmode=verify-full&sslrootcert=/ca.pem");
        Map<String, String> own = Map.of(
                "PGHOST", "db1",
                "PGPORT", "5432",
                "PGUSER", "mä",
                "PGSSLMODE", "verify-full",
                "PGSSLROOTCERT", "/ca.pem");
        Map<String, String> others = new HashMap<>(own);
        others.put("PGUSER", "her");
        others.put("PGPASSWORD", "a:b\\c");

        assertThat(PostgresqlClient.environment(endpoint)).isEqualTo(own);
        assertThat(PostgresqlClient.environment(endpoint.as("her", Secret.of("a:b\\c"))))
                .isEqualTo(others);
        assertThat(PostgresqlClient.environment(endpoint("jdbc:postgresql:shop").as("me", Secret.of(""))))
                .doesNotContainKey("PGPASSWORD");
    }

    @Test
    void a_socket_is_named_by_its_directory_and_port() {
        Endpoint endpoint = endpoint("jdbc:postgresql://localhost:5432/postgres")
                .with(Map.of(
                        "socketFactory",
                        "org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg",
                        "socketFactoryArg",
                        "/run/my db/.s.PGSQL.5433"));

        assertThat(PostgresqlClient.environment(endpoint))
                .containsEntry("PGHOST", "/run/my db")
                .containsEntry("PGPORT", "5433");
    }

    @ParameterizedTest
    @CsvSource({"15.18 (Debian 15.18-0+deb12u1), 15", "13.24, 13", "18beta2, 18", "9.6.24, 9", "unknown, 0"})
    void versions_compare_by_their_major_number(String version, int major) {
        assertThat(PostgresqlClient.major(version)).isEqualTo(major);
    }

    /** What a later version sends the server may not know. */
    @Test
    void programs_of_the_servers_own_version_are_taken_before_later_ones() {
        PostgresqlClient latest = client("/usr/lib/postgresql/18/bin", "18.1");
        PostgresqlClient same = client("/usr/lib/postgresql/15/bin", "15.18");
        PostgresqlClient another = client("/usr/local/pgsql-15/bin", "15.2");
        PostgresqlClient early = client("/usr/lib/postgresql/13/bin", "13.24");
        List<PostgresqlClient> all = List.of(latest, early, same, another);

        assertThat(PostgresqlClient.nearest(all, 15)).contains(same);
        assertThat(PostgresqlClient.nearest(all, 16)).contains(latest);
        assertThat(PostgresqlClient.nearest(all, 13)).contains(early);
        assertThat(PostgresqlClient.nearest(all, 19)).isEmpty();
    }

    private static PostgresqlClient client(String directory, String version) {
        return new PostgresqlClient(new InstalledPrograms(Path.of(directory)), version);
    }

    @Test
    void variables_that_would_lead_programs_elsewhere_are_removed() {
        assertThat(PostgresqlClient.without(Set.of("PATH", "PGPASSFILE", "PGSSLCERT")))
                .isEmpty();
        assertThat(PostgresqlClient.without(new TreeSet<>(Set.of("PGHOSTADDR", "PGPASSWORD", "PGSERVICE", "PATH"))))
                .containsExactly("env", "-u", "PGHOSTADDR", "-u", "PGSERVICE");
    }

    @Test
    void lines_of_pg_restore_tell_how_far_it_is() {
        PostgresqlRestorer.PgRestore.Output output = new PostgresqlRestorer.PgRestore.Output();
        PhasedRestore phases = new PhasedRestore(none -> {});
        List.of(
                        "; Archive created at 2026-11-20",
                        "215; 1259 16390 TABLE public orders postgres",
                        "3362; 0 16390 TABLE DATA public orders postgres",
                        "3363; 0 16395 TABLE DATA public customers postgres")
                .forEach(output::readListed);

        assertThat(output.read("pg_restore: processing data for table \"public.orders\"", phases, 2))
                .contains("table 1 of 2, public.orders");
        assertThat(output.read("pg_restore: launching item 3363 TABLE DATA customers", phases, 2))
                .isEmpty();
        assertThat(output.read(
                        "pg_restore: pg_restore: finished itemprocessing data for table \"public.customers\"",
                        phases,
                        2))
                .contains("table 2 of 2, public.customers");
        assertThat(output.read("pg_restore: creating FK CONSTRAINT \"public.orders fk\"", phases, 2))
                .contains("index or key 1, public.orders fk");
    }

    @Test
    void failures_are_explained_where_they_are_known() {
        assertThat(new PostgresqlRestorer()
                        .explain("pg_restore: error: connection to server at \"h\" failed: FATAL:"
                                + "  password authentication failed for user \"me\""))
                .contains("the server refused the password of user \"me\"");
        assertThat(new PostgresqlRestorer().explain("psql:d.sql:5: error: invalid command \\restrict"))
                .contains("a newer pg_dump made the dump; install PostgreSQL's programs of that version or newer");
        assertThat(new PostgresqlRestorer().explain("psql:<stdin>:23: ERROR:  syntax error at or near \"`\""))
                .contains("line 23 of the file is none that PostgreSQL understands; method psql restores plain dumps of"
                        + " pg_dump");
        for (String refusal : List.of(
                "ERROR: must be superuser to do CHECKPOINT",
                "ERROR: must be superuser or have privileges of pg_checkpoint to do CHECKPOINT",
                "ERROR: permission denied to execute CHECKPOINT command")) {
            assertThat(new PostgresqlRestorer().explain(refusal))
                    .hasValueSatisfying(text -> assertThat(text).startsWith("a restore ends with a checkpoint; give"));
        }
        assertThat(new PostgresqlRestorer().explain("psql:d.sql:5: ERROR:  relation \"a\" does not exist"))
                .isEmpty();
    }

    private static Endpoint endpoint(String url) {
        return new Endpoint("postgresql", url, Optional.empty(), Optional.empty(), List.of(), Map.of());
    }
}
