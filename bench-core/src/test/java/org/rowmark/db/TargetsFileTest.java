package org.rowmark.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

class TargetsFileTest {
    @TempDir
    Path temp;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void reads_a_server_reached_by_url_with_its_password_from_the_environment() throws IOException {
        List<Target> targets = read("""
                targets:
                  sql-linux:
                    database: sqlserver
                    url: jdbc:sqlserver://sql1:1433;databaseName=bench
                    user: bench
                    password: ${env:SQL_PASSWORD}
                """);

        assertThat(targets).singleElement().satisfies(target -> {
            assertThat(target.name()).isEqualTo("sql-linux");
            assertThat(target.server()).isEqualTo(ServerKind.EXTERNAL);
            assertThat(target.user()).contains("bench");
            assertThat(target.password().map(Secret::reveal)).contains("from-the-environment");
            assertThat(target.toString()).doesNotContain("from-the-environment");
        });
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "derby, jdbc:derby:my dir/db;create=true, EMBEDDED",
        "derby, jdbc:derby://db1/db, EXTERNAL",
        "duckdb, jdbc:duckdb:x.db, EMBEDDED",
        "h2, jdbc:h2:~/x, EMBEDDED",
        "h2, jdbc:h2:mem:x, EMBEDDED",
        "h2, jdbc:h2:tcp://db1/x, EXTERNAL",
        "h2, ${env:SQL_PASSWORD}, EXTERNAL",
        "hsqldb, jdbc:hsqldb:x, EMBEDDED",
        "hsqldb, jdbc:hsqldb:hsqls://db1/x, EXTERNAL",
        "sqlite, jdbc:sqlite:x.db, EMBEDDED"
    })
    void takes_a_url_without_a_server_as_embedded(String database, String url, ServerKind server) throws IOException {
        List<Target> targets = read("targets: { x: { database: " + database + ", url: '" + url + "' } }");

        assertThat(targets).extracting(Target::server).containsExactly(server);
    }

    @Test
    void reads_settings_as_they_are_written() throws IOException {
        List<Target> targets = read("""
                targets:
                  big:
                    database: h2
                    settings: { CACHE_SIZE: 65536, LAZY_QUERY_EXECUTION: "1", SOME: on }
                """);

        assertThat(targets.get(0).settings())
                .isEqualTo(Map.of("CACHE_SIZE", "65536", "LAZY_QUERY_EXECUTION", "1", "SOME", "on"));
        assertThat(targets.get(0).server()).isEqualTo(ServerKind.EMBEDDED);
    }

    @Test
    void accepts_a_literal_password_with_a_warning_that_does_not_show_it() throws IOException {
        List<Target> targets = read("targets: { x: { database: h2, url: 'jdbc:h2:tcp://h/x', password: literally } }");

        assertThat(targets.get(0).password()).isEqualTo(Optional.of(Secret.of("literally")));
        assertThat(warnings).singleElement().asString().contains("target 'x'").doesNotContain("literally");
    }

    @Test
    void reads_a_password_from_a_file() throws IOException {
        Path secret = Files.writeString(temp.resolve("secret"), "from-a-file\n");

        List<Target> targets =
                read("targets: { x: { database: h2, url: 'jdbc:h2:tcp://h/x', password: '${file:" + secret + "}' } }");

        assertThat(targets.get(0).password().map(Secret::reveal)).contains("from-a-file");
    }

    @Test
    void knows_the_password_in_a_url_as_one() throws IOException {
        read("targets: { x: { database: h2, url: 'jdbc:h2:tcp://h/x;PASSWORD=in%22the%22url' } }");

        assertThat(Secrets.scrub("refused in\"the\"url")).isEqualTo("refused ***");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            targets:!  x:!    databse: h2            | line 3: unknown key 'databse'; did you mean database?
            target:!  x: {}                           | line 1: unknown key 'target'; did you mean targets?
            targets:!  x:!    database: postgres     | unknown database 'postgres'; did you mean postgresql?
            targets:!  x:!    user: me               | line 2, target 'x': database: is missing
            targets:!  x:!    database: h2!    server: locl  | line 4, target 'x': server: 'locl'; did you mean local?
            targets:!  x:!    database: sqlserver    | target 'x': url: is missing
            targets:!  x:!    database: h2!    production: true | line 4, target 'x': production: true is for a server that runs already
            targets:!  x:!    database: h2!    url: jdbc:h2:tcp://h/x!    production: yes | line 5, target 'x': production: 'yes'; give true or false
            targets:!  x:!    database: h2!    properties: { user: me } | properties: user is a key of the target
            targets: []                              | line 1: key 'targets': give keys with values
            targets:!  x:!    database: h2!    placement: here | line 4, target 'x': placement: 'here'; valid: socket, tcp
            targets: {}                              | names no target
            targets:!  x:!    database: h2!    url: jdbc:h2:mem:a!    password: ${env:NOT_SET} | password refers to the environment variable NOT_SET, which is not set
            targets:!  x:!    database: h2!    driver: /no/such.jar | driver: /no/such.jar is not a file
            targets:!  'a b':!    database: h2       | target name 'a b'
            targets: [                               | line
            """)
    void names_line_and_key_of_what_is_wrong(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml.replace("!", "\n")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void looks_up_only_what_is_used() throws IOException {
        Path file = Files.writeString(temp.resolve("targets.yaml"), """
                targets:
                  complete: { database: h2, url: 'jdbc:h2:tcp://h/x' }
                  elsewhere: { database: h2, url: 'jdbc:h2:tcp://h/y', password: '${env:NOT_SET}' }
                """);
        Targets targets = Targets.builtIn().with(new TargetsFile(file, name -> null, warnings::add).read());

        assertThat(targets.named("complete").url()).contains("jdbc:h2:tcp://h/x");
        assertThat(targets.names()).contains("elsewhere");
        assertThatThrownBy(() -> targets.named("elsewhere")).hasMessageContaining("NOT_SET, which is not set");
    }

    @Test
    void reports_that_the_file_is_missing() {
        assertThatThrownBy(() -> new TargetsFile(temp.resolve("none.yaml"), name -> null, warnings::add).read())
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("none.yaml does not exist");
    }

    private List<Target> read(String yaml) throws IOException {
        Path file = Files.writeString(temp.resolve("targets.yaml"), yaml);
        Map<String, String> environment = Map.of("SQL_PASSWORD", "from-the-environment");
        return new TargetsFile(file, environment::get, warnings::add)
                .read().values().stream().map(Supplier::get).toList();
    }
}
