package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.Target;

class SecretsTest {
    @Test
    void a_registered_secret_never_shows() {
        Secret secret = Secret.of("Tr0ub4dor&3");

        assertThat(Secrets.scrub("login failed with Tr0ub4dor&3.")).isEqualTo("login failed with ***.");
        assertThat(secret).hasToString("***");
        assertThat(new UsageException("cannot use Tr0ub4dor&3")).hasMessage("cannot use ***");
    }

    @Test
    void of_a_secret_that_contains_another_no_part_shows() {
        Secret.of("sparrow");
        Secret.of("sparrow-hawk");

        assertThat(Secrets.scrub("sparrow-hawk, sparrow")).isEqualTo("***, ***");
    }

    @Test
    void a_password_in_a_url_shows_neither_as_written_nor_as_decoded() {
        Secrets.registerIn("jdbc:x://h/db?user=u&password=Tr0ub%224%26dor;ssl=on");
        Secrets.registerIn("jdbc:y://h;PWD=50%\"sure");

        assertThat(Secrets.scrub("Tr0ub%224%26dor is Tr0ub\"4&dor, 50%\"sure, ssl=on"))
                .isEqualTo("*** is ***, ***, ssl=on");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:sqlserver://h;user=u;password=abc;encrypt=true | jdbc:sqlserver://h;user=u;password=***;encrypt=true",
                "jdbc:mysql://u:abc@h/db | jdbc:mysql://u:***@h/db",
                "PWD=abc&x=1 | PWD=***&x=1",
                "password: abc | password: ***",
                "no word of it here | no word of it here"
            })
    void what_looks_like_a_password_never_shows(String text, String scrubbed) {
        assertThat(Secrets.scrub(text)).isEqualTo(scrubbed);
    }

    @Test
    void null_stays_null() {
        assertThat(Secrets.scrub(null)).isNull();
    }

    @Test
    void short_secrets_do_not_blank_out_ordinary_words() {
        Secret secret = Secret.of("sa");

        assertThat(Secrets.scrub("a sample")).isEqualTo("a sample");
        assertThat(secret.reveal()).isEqualTo("sa");
    }

    @Test
    void a_secret_that_is_a_word_is_masked_where_it_is_a_whole_word() {
        Secret.of("heron");

        assertThat(Secrets.scrub("refused: 'heron', heron@db and heron. A heronry, my-heron, heron_2"))
                .isEqualTo("refused: '***', ***@db and ***. A heronry, my-heron, heron_2");
    }

    @Test
    void a_name_that_is_a_password_too_is_masked_only_where_a_password_stands() {
        Secret.of("kingfisher-1");
        Target.external("kingfisher-1", "h2", "jdbc:h2:tcp://localhost/db");

        assertThat(Secrets.scrub("target 'kingfisher-1': jdbc:x://kingfisher-1:kingfisher-1@h/kingfisher-1,"
                        + " password=kingfisher-1"))
                .isEqualTo("target 'kingfisher-1': jdbc:x://kingfisher-1:***@h/kingfisher-1, password=***");
    }

    @Test
    void the_host_and_the_database_of_a_URL_are_names() {
        Secrets.registerIn("jdbc:x://godwit:plover@dunlin:1234/curlew?user=snipe&password=curlew");
        Stream.of("dunlin", "curlew", "plover", "snipe").forEach(Secret::of);

        assertThat(Secrets.scrub("dunlin curlew plover snipe")).isEqualTo("dunlin curlew *** ***");
    }

    @Test
    @Timeout(60)
    void a_URL_with_a_long_host_is_searched_in_linear_time() {
        Secrets.registerIn("jdbc:x://" + "1".repeat(1_000_000) + "/db?password=Tr0ub4dor-7");

        assertThat(Secrets.scrub("Tr0ub4dor-7")).isEqualTo(Secrets.MASK);
    }

    @Test
    void words_of_SQL_and_names_are_no_secrets() {
        Secret.of("egret");
        Secret.of("Merlin\"&<$");

        assertThat(Secrets.scrubSql("select egret from t where a in ('egret', 'password=x', 'egrets', 'Merlin\"&<$')"))
                .isEqualTo("select egret from t where a in ('***', 'password=***', 'egrets', '***')");
        assertThat(Secrets.scrubName("egret auth=password=x Merlin\"&<$")).isEqualTo("egret auth=password=x ***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select \"log in with siskin\" as a",
                "// don't\nselect 'siskin' as a, 'it' as b",
                "-- don't\nselect 'siskin' as a, 'it' as b",
                "# don't\nselect 'siskin' as a, 'it' as b",
                "/* don't */ select 'siskin' as a, 'it' as b",
                "select 'it\\'s siskin', 'it'",
                "select '\\', 'siskin'",
                "select $$siskin$$",
                "select $a$don't, siskin $b$ siskin$a$, 'it'",
                "/* siskin */ select 1 -- siskin",
                "select 1 /* don't: siskin",
                "select 'siskin"
            })
    void in_quotes_and_comments_of_SQL_a_secret_that_is_a_word_does_not_show(String sql) {
        Secret.of("siskin");

        assertThat(Secrets.scrubSql(sql)).contains(Secrets.MASK).doesNotContain("siskin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pw12345678", "redbreast"})
    void in_SQL_only_a_short_secret_of_letters_may_be_a_word(String password) {
        Secret.of(password);

        assertThat(Secrets.scrubSql("create user u identified by " + password + "; select q'[don't " + password + "]'"))
                .isEqualTo("create user u identified by ***; select q'[don't ***]'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-- don't\nselect 'password=Tr0ub4dorX' as a, 'it' as b",
                "select $$password=Tr0ub4dorX$$ as a",
                "\\connect \"host=h password=Tr0ub4dorX\"",
                "select q'[don't, password=Tr0ub4dorX]'"
            })
    void in_SQL_what_looks_like_a_password_shows_nowhere(String sql) {
        assertThat(Secrets.scrubSql(sql)).contains("password=***").doesNotContain("Tr0ub4dorX");
    }

    @Test
    void a_long_script_is_searched_without_an_overflow() {
        Secret.of("wagtail");
        String dump = "insert into t values ('" + "it\\'s ".repeat(100_000) + "', \"" + "a".repeat(500_000) + "\")";

        assertThat(Secrets.scrubSql(dump)).isEqualTo(dump);
        assertThat(Secrets.scrubSql("/*".repeat(200_000))).hasSize(400_000);
    }

    @Test
    void whether_a_password_was_used_is_no_password() {
        String refused = "Access denied for user 'x'@'localhost' (using password: YES)";

        assertThat(Secrets.scrub(refused)).isEqualTo(refused);
        assertThat(Secrets.scrub("password: YES!")).isEqualTo("password: ***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "trustStorePassword",
                "ssl_passphrase_command",
                "ssl_key_file",
                "sslkey",
                "keyStore",
                "clientKeyPath",
                "accessToken",
                "primary_conninfo_secret",
                "keyring_file_data",
                "PWD"
            })
    void may_hold_a_secret(String name) {
        assertThat(Secrets.isName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"key_buffer_size", "foreign_key_checks", "foreign_keys", "shared_buffers", "keepalive"})
    void cannot_hold_a_secret(String name) {
        assertThat(Secrets.isName(name)).isFalse();
    }

    @Test
    void facts_of_a_server_have_no_such_settings() {
        ServerInfo facts =
                new ServerInfo("1", "?", Map.of(), Map.of("work_mem", "4MB", "ssl_key_file", "/etc/own.key"), Map.of());

        assertThat(facts.changedSettings()).containsOnlyKeys("work_mem");
    }
}
