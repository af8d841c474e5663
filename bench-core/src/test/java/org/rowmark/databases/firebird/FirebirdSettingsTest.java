package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** What Firebird would take in silence is refused: homes that are none, settings that would not come into force. */
class FirebirdSettingsTest {
    @TempDir
    Path home;

    @BeforeEach
    void looks_like_an_installation() throws IOException {
        Files.createDirectories(home.resolve("plugins"));
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(home.resolve("firebird.msg"));
        Files.createFile(home.resolve("plugins/libEngine13.so"));
        Files.write(
                home.resolve("firebird.conf"),
                List.of(
                        "# Type: integer",
                        "#",
                        "#DefaultDbCachePages = 2048",
                        "#RemoteServicePort = 3050",
                        "# Type: boolean",
                        "#TcpNoNagle = true",
                        "# Type: string",
                        "#ServerMode = Super",
                        "#TempDirectories =",
                        "#SecurityDatabase = $(dir_secDb)/security5.fdb"));
        for (String program : List.of("firebird", "isql")) {
            assertThat(Files.createFile(home.resolve("bin").resolve(program))
                            .toFile()
                            .setExecutable(true))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ServerMode, Classic",
        "ServerMode, superclassic",
        "DefaultDbCachePages, 64K",
        "TcpNoNagle, 0",
        "TempDirectories, /tmp",
        "page_size, 32768",
        "ForcedWrites, false"
    })
    void takes_what_firebird_accepts(String name, String value) {
        assertThatCode(checking(name, value)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ServerMode | Threaded | use Super, SuperClassic, Classic",
                "page_size | 1024 | use 4096, 8192, 16384, 32768",
                "DefaultDbCachePages | many | it takes an integer",
                "ForcedWrites | async | it takes true or false",
                "TcpNoNagle | perhaps | it takes true or false",
                "TempDirectories | /tmp;/no/such/place | /no/such/place is no directory that can be written to"
            })
    void refuses_what_firebird_would_ignore(String name, String value, String right) {
        assertThatThrownBy(checking(name, value))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': setting " + name + "=" + value + ": " + right);
    }

    @Test
    void refuses_a_name_that_this_version_has_not() {
        assertThatThrownBy(checking("DefaultDbCachePage", "1"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'DefaultDbCachePage'")
                .hasMessageContaining("did you mean DefaultDbCachePages?");
    }

    @Test
    void refuses_files_of_the_users_own() {
        assertThatThrownBy(checking("SecurityDatabase", "/etc/security5.fdb"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("SecurityDatabase is chosen by Rowmark");
    }

    @Test
    void an_engine_of_version_3_has_no_pages_of_32_kb() throws IOException {
        Files.move(home.resolve("plugins/libEngine13.so"), home.resolve("plugins/libEngine12.so"));

        assertThatThrownBy(checking("page_size", "32768")).hasMessageEndingWith("use 4096, 8192, 16384");
    }

    @Test
    void a_home_without_firebird_is_refused_with_what_a_home_has() {
        Path plugins = home.resolve("plugins");

        assertThatThrownBy(() -> FirebirdInstallation.of(target(plugins)))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': needs Firebird 3 or later in " + plugins
                        + " (bin/firebird, bin/isql, plugins, firebird.msg)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bin/isql", "bin/firebird", "firebird.msg"})
    void an_incomplete_home_is_none(String part) throws IOException {
        assertThat(new FirebirdLauncher().missing(target(home))).isEmpty();

        Files.delete(home.resolve(part));

        assertThat(new FirebirdLauncher().missing(target(home)))
                .hasValueSatisfying(needs -> assertThat(needs).startsWith("Firebird 3 or later in " + home));
    }

    @Test
    void a_socket_is_refused() {
        assertThatThrownBy(() -> new FirebirdLauncher()
                        .start(target(home).withTransport(Transport.SOCKET), new Workspace(home, home.resolve("log"))))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': placement: socket is not for firebird, whose server listens on TCP only");
    }

    @Test
    void a_container_gets_the_settings_as_its_image_wants_them() {
        Containers.Recipe recipe = FirebirdLauncher.recipe(Target.builtIn("ours", "firebird", ServerKind.CONTAINER)
                .withSettings(Map.of("DefaultDbCachePages", "4096", "page_size", "16384")));

        assertThat(recipe.environment())
                .containsEntry("FIREBIRD_CONF_DefaultDbCachePages", "4096")
                .containsEntry("FIREBIRD_DATABASE_PAGE_SIZE", "16384")
                .doesNotContainKey("FIREBIRD_CONF_page_size");
        assertThat(recipe.endpoint().apply(33050).url())
                .isEqualTo("jdbc:firebirdsql://127.0.0.1:33050//var/lib/firebird/data/rowmark.fdb");
    }

    private ThrowingCallable checking(String name, String value) {
        Target target = target(home).withSettings(Map.of(name, value));
        return () -> FirebirdSettings.check(target, FirebirdInstallation.of(target));
    }

    private static Target target(Path home) {
        return Target.builtIn("ours", "firebird", ServerKind.LOCAL).withSource(home.toString());
    }
}
