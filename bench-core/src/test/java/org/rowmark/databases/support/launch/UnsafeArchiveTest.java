package org.rowmark.databases.support.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.databases.support.launch.ToyServer.SERVER;
import static org.rowmark.databases.support.launch.ToyServer.TARGET;
import static org.rowmark.databases.support.launch.ToyServer.toy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.TestJar;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.UsageException;

/** Archives with entries that lie outside of the place where they are unpacked. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a shell script, and archives with links")
class UnsafeArchiveTest {
    @AutoClose
    private final ToyServer server;

    private final Path jar;

    UnsafeArchiveTest(@TempDir Path directory) {
        server = new ToyServer(directory);
        jar = server.jar();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "bin/../../evil", "/tmp/rowmark-evil"})
    void refuses_an_entry_that_lies_outside(String name) throws IOException {
        TestJar.withTar(jar, "toy.txz", tar -> tar.file("bin/toy", 0755, SERVER).file(name, 0644, "evil"));

        assertThatThrownBy(() -> toy("toy.txz").home(TARGET))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'toy-1': cannot unpack " + jar + " into ")
                .hasMessageEndingWith(": its entry '" + name + "' is outside of it")
                .hasMessageNotContaining("\n");
        server.assertNothingUnpacked();
    }

    @Test
    void leaves_out_links_that_lead_outside() throws IOException {
        TestJar.withTar(
                jar,
                "toy.txz",
                tar -> tar.file("bin/toy", 0755, SERVER)
                        .link("bin/absolute", "/tmp/build/lib.so")
                        .link("bin/relative", "../../lib.so"));

        assertThat(toy("toy.txz").home(TARGET).resolve("bin").toFile().list()).containsExactly("toy");
    }

    @Test
    void refuses_links_that_lead_outside_together() throws IOException {
        TestJar.withTar(
                jar,
                "toy.txz",
                tar -> tar.file("bin/toy", 0755, SERVER)
                        .link("here", ".")
                        .link("up", "here/bin/../..")
                        .file("up/evil", 0644, "evil"));

        assertThatThrownBy(() -> toy("toy.txz").home(TARGET))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'toy-1': cannot unpack ");
        server.assertNothingUnpacked();
    }

    @Test
    void leaves_out_a_link_that_leads_outside_by_way_of_others() throws IOException {
        Files.writeString(CacheDirectory.prepared("servers").resolve("secret"), "of the user");
        TestJar.withTar(
                jar,
                "toy.txz",
                tar -> tar.link("peek", "bin/up/../secret")
                        .file("bin/toy", 0755, SERVER)
                        .link("bin/up", ".."));

        Path home = toy("toy.txz").home(TARGET);

        assertThat(home.toFile().list()).containsExactly("bin");
        assertThat(home.resolve("bin/up").toRealPath()).isEqualTo(home.toRealPath());
    }

    @Test
    void leaves_out_links_that_lead_in_a_circle_or_nowhere() throws IOException {
        TestJar.withTar(
                jar,
                "toy.txz",
                tar -> tar.file("bin/toy", 0755, SERVER)
                        .link("one", "other")
                        .link("other", "one")
                        .link("third", "absent"));

        assertThat(toy("toy.txz").home(TARGET).toFile().list()).containsExactly("bin");
    }

    @Test
    void refuses_a_program_that_is_a_link_replaced_by_a_file_elsewhere() throws IOException {
        TestJar.withTar(
                jar,
                "toy.txz",
                tar -> tar.file("share/words", 0644, "words")
                        .link("bin/toy", "../share/words")
                        .file("bin/toy", 0755, SERVER));

        assertThatThrownBy(() -> toy("toy.txz").home(TARGET))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'toy-1': cannot unpack ");
        server.assertNothingUnpacked();
    }
}
