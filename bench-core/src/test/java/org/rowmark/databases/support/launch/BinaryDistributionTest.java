package org.rowmark.databases.support.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rowmark.databases.support.launch.ToyServer.COORDINATES;
import static org.rowmark.databases.support.launch.ToyServer.SERVER;
import static org.rowmark.databases.support.launch.ToyServer.TARGET;
import static org.rowmark.databases.support.launch.ToyServer.toy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.artifact.Artifacts;
import org.rowmark.databases.TestJar;
import org.rowmark.databases.mysql.MariaDb;
import org.rowmark.databases.mysql.MySql;
import org.rowmark.databases.postgresql.PostgresqlPrograms;
import org.rowmark.util.UsageException;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a shell script, and archives with links")
class BinaryDistributionTest {
    @AutoClose
    private final ToyServer server;

    private final Path jar;

    BinaryDistributionTest(@TempDir Path directory) {
        server = new ToyServer(directory);
        jar = server.jar();
    }

    @ParameterizedTest
    @ValueSource(strings = {"toy.tar.gz", "toy.txz"})
    void unpacks_a_tar_with_its_bits_and_links(String archive) throws Exception {
        TestJar.withTar(
                jar,
                archive,
                tar -> tar.file("bin/toy", 0755, SERVER)
                        .file("share/words", 0640, "words")
                        .link("bin/alias", "../bin/toy"));

        Path home = toy(archive).home(TARGET);

        assertThat(output(home.resolve("bin/alias"))).isEqualTo("toy 1\n");
        assertThat(home.resolve("bin/alias")).isSymbolicLink();
        assertThat(home.resolve("share/words")).hasContent("words");
        assertThat(Files.isExecutable(home.resolve("share/words"))).isFalse();
    }

    @Test
    void unpacks_a_directory_of_the_jar_and_makes_its_programs_executable() throws IOException {
        TestJar.withDirectory(
                jar,
                "com/toy/linux/bin/toy",
                "com/toy/linux/scripts/init",
                "com/toy/linux/share/words",
                "com/Toy.class");

        Path home = toy("com/toy/linux/").home(TARGET);

        assertThat(home.resolve("bin/toy")).isExecutable();
        assertThat(home.resolve("scripts/init")).isExecutable();
        assertThat(Files.isExecutable(home.resolve("share/words"))).isFalse();
        assertThat(home).isDirectoryNotContaining("glob:**.class");
    }

    @Test
    void lets_everybody_read_what_it_unpacks() throws IOException {
        TestJar.withTar(jar, "toy.txz", tar -> tar.file("bin/toy", 0700, SERVER).file("share/words", 0600, "words"));

        Path home = toy("toy.txz").home(TARGET);

        assertThat(permissions(home)).isEqualTo("rwxr-xr-x");
        assertThat(permissions(home.resolve("bin"))).isEqualTo("rwxr-xr-x");
        assertThat(permissions(home.resolve("bin/toy"))).isEqualTo("rwxr-xr-x");
        assertThat(permissions(home.resolve("share/words"))).isEqualTo("rw-r--r--");
    }

    @Test
    void unpacks_once() throws IOException {
        TestJar.withTar(jar, "toy.txz", tar -> tar.file("bin/toy", 0755, SERVER));
        Path home = toy("toy.txz").home(TARGET);
        Files.delete(jar);

        assertThat(toy("toy.txz").home(TARGET)).isEqualTo(home);
    }

    @Test
    void serves_several_at_once() throws Exception {
        TestJar.withTar(jar, "toy.txz", tar -> tar.file("bin/toy", 0755, SERVER));

        List<CompletableFuture<Path>> asked = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> toy("toy.txz").home(TARGET)))
                .limit(4)
                .toList();

        for (CompletableFuture<Path> home : asked) {
            assertThat(output(home.get().resolve("bin/toy"))).isEqualTo("toy 1\n");
        }
    }

    @Test
    void refuses_a_jar_without_what_it_should_hold() throws IOException {
        TestJar.withTar(jar, "toy.txz", tar -> tar.file("bin/other", 0755, SERVER));

        assertThatThrownBy(() -> toy("toy.tar.gz").home(TARGET)).hasMessageEndingWith(": it holds no toy.tar.gz");
        assertThatThrownBy(() -> toy("toy.txz").home(TARGET)).hasMessageEndingWith(": it holds no program bin/toy");
        server.assertNothingUnpacked();
    }

    @Test
    void refuses_a_damaged_jar_in_one_line() throws IOException {
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "no jar");

        assertThatThrownBy(() -> toy("toy.txz").home(TARGET))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'toy-1': cannot unpack " + jar)
                .hasMessageNotContaining("\n");
    }

    @Test
    void names_what_is_missing_without_the_network() throws IOException {
        assertThat(toy("toy.txz").missing()).contains("a download of org.example:toy-server:1 (once)");
        assertThat(new BinaryDistribution("toy-1", Map.of()).missing())
                .contains("a build for " + BinaryDistribution.platform() + ", there is none");

        TestJar.withTar(jar, "toy.txz", tar -> tar.file("bin/toy", 0755, SERVER));
        assertThat(toy("toy.txz").missing()).isEmpty();
        toy("toy.txz").home(TARGET);
        Files.delete(jar);
        assertThat(toy("toy.txz").missing()).isEmpty();
        assertThat(server.unpacked()).isDirectoryContaining("glob:**/toy-1-*");
    }

    @Test
    void names_the_platforms_that_have_a_build() {
        BinaryDistribution.PlatformBinaries build =
                new BinaryDistribution.PlatformBinaries(COORDINATES, "toy.txz", "bin/toy");

        assertThatThrownBy(
                        () -> new BinaryDistribution("toy-1", Map.of("vms-vax", build, "os2-i386", build)).home(TARGET))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'toy-1': there is no build of toy-1 for " + BinaryDistribution.platform()
                        + ", only for os2-i386, vms-vax; install the server and use server: local, "
                        + "or give the url: of one elsewhere");
    }

    @Test
    void knows_where_every_server_is() {
        assertThat(Stream.of(
                                MySql.PRODUCT.distributions(),
                                MariaDb.PRODUCT.distributions(),
                                PostgresqlPrograms.DISTRIBUTIONS)
                        .map(Map::values)
                        .flatMap(Collection::stream))
                .hasSize(9)
                .allSatisfy(server -> assertThat(server.builds())
                        .containsKey("linux-amd64")
                        .allSatisfy((platform, build) -> assertThat(Artifacts.areCoordinates(build.coordinates()))
                                .isTrue()));
    }

    @Tag("slow")
    @Test
    void unpacks_a_real_server_that_runs() throws Exception {
        BinaryDistribution newest = PostgresqlPrograms.DISTRIBUTIONS.get("18");
        assumeTrue(
                newest.builds().containsKey(BinaryDistribution.platform()),
                "no build for " + BinaryDistribution.platform());

        assertThat(output(newest.home(TARGET).resolve("bin/postgres"))).startsWith("postgres (PostgreSQL) 18.");
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static String output(Path program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }
}
