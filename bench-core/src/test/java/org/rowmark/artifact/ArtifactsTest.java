package org.rowmark.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.aether.artifact.Artifact;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.SystemMessages;
import org.rowmark.process.ServerProcess;
import org.rowmark.util.UsageException;

class ArtifactsTest {
    private static final String DRIVER = "org.example:driver:1";

    @TempDir
    Path directory;

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private Path cache;
    private Path settings;
    private TestRepository repository;
    private TestRepository maven;

    @BeforeEach
    void lay_out() {
        cache = directory.resolve("cache");
        settings = directory.resolve("m2").resolve("settings.xml");
        repository = new TestRepository(directory.resolve("central"));
        maven = new TestRepository(directory.resolve("m2").resolve("repository"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"g:a:1", "org.postgresql:postgresql:42.7.3", "g:a:txz:1", "g:a:jar:linux-x64:1.0-rc_1+2"})
    void knows_coordinates(String text) {
        assertThat(Artifacts.areCoordinates(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "driver.jar",
                "/opt/x.jar",
                "lib/a:b:c.jar",
                "C:\\x.jar",
                "C:/lib/x.jar",
                "\\\\host\\c$\\x.jar",
                "g:a",
                "g::1",
                "g:a:b:c:d:1",
                "g:a:[1,2)",
                "g:a:../1"
            })
    void knows_what_is_no_coordinates(String text) {
        assertThat(Artifacts.areCoordinates(text)).isFalse();
    }

    @Test
    void explains_how_coordinates_are_written() {
        assertThatThrownBy(() -> Artifacts.single("postgresql-42.7.3"))
                .isInstanceOf(UsageException.class)
                .hasMessage("'postgresql-42.7.3' are no Maven coordinates; write group:artifact:version, "
                        + "group:artifact:extension:version or group:artifact:extension:classifier:version");
        assertThatThrownBy(() -> Artifacts.cached("g:a:LATEST"))
                .isInstanceOf(UsageException.class)
                .hasMessage("'g:a:LATEST': LATEST is another file tomorrow; name the version");
    }

    @Test
    void takes_what_is_needed_at_run_time_with_the_jar_first() throws IOException {
        repository
                .jar("driver")
                .pom("driver", "core", "late runtime", "extra optional", "given provided", "check test");
        repository.jar("core").pom("core", "deep", "deepExtra optional");
        repository
                .jar("late")
                .pom("late")
                .jar("deep")
                .pom("deep")
                .jar("deepExtra")
                .pom("deepExtra");
        repository
                .jar("extra")
                .pom("extra")
                .jar("given")
                .pom("given")
                .jar("check")
                .pom("check");

        List<Path> files = files().withDependencies(artifact(DRIVER));

        assertThat(files).allSatisfy(file -> assertThat(file).startsWith(cache).isRegularFile());
        assertThat(names(files))
                .startsWith("driver-1.jar")
                .containsExactlyInAnyOrder("driver-1.jar", "core-1.jar", "late-1.jar", "deep-1.jar");
    }

    @Test
    void queries_the_repository_once_and_reports_it() throws IOException {
        repository.jar("driver").pom("driver");

        assertThat(files().cached(artifact(DRIVER))).isEmpty();
        Path first = files().single(artifact(DRIVER));
        assertThat(lines).containsExactly("downloading org.example:driver:1, 1 kB");

        MavenResolver offline = files("http://127.0.0.1:" + ServerProcess.freePort());
        assertThat(offline.single(artifact(DRIVER))).isEqualTo(first);
        assertThat(offline.cached(artifact(DRIVER))).contains(first);
        assertThat(lines).hasSize(1);
    }

    @Test
    void reads_mavens_local_repository_and_never_writes_there() throws IOException {
        maven.jar("driver").pom("driver", "core").jar("core").pom("core");
        List<Path> before = everything(maven.directory());

        List<Path> files = files("http://127.0.0.1:" + ServerProcess.freePort()).withDependencies(artifact(DRIVER));

        assertThat(files).containsExactly(maven.file("driver", ".jar"), maven.file("core", ".jar"));
        assertThat(everything(maven.directory())).isEqualTo(before);
        assertThat(lines).isEmpty();
    }

    @Test
    void takes_no_damaged_file_of_mavens_local_repository() throws IOException {
        repository.jar("driver").pom("driver");
        maven.jar("driver").pom("driver");
        Files.writeString(maven.file("driver", ".jar"), "damaged");

        assertThat(files().single(artifact(DRIVER))).startsWith(cache).hasContent("driver");
    }

    @Test
    void keeps_no_file_that_does_not_match_its_checksum() throws IOException {
        repository.jar("driver").pom("driver");
        Files.writeString(repository.file("driver", ".jar"), "tampered");

        assertThatThrownBy(() -> files().single(artifact(DRIVER)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("org.example:driver:1 from central (file:")
                .hasMessageContaining("does not match what the repository lists: checksum ")
                .hasMessageContaining("nothing was kept")
                .hasMessageNotContaining("\n");
        assertThat(files().cached(artifact(DRIVER))).isEmpty();
        assertThat(everything(cache).stream().map(Path::toString)).noneMatch(file -> file.endsWith(".jar"));
    }

    @Test
    void takes_no_file_without_a_checksum() throws IOException {
        repository.jar("driver").pom("driver");
        Files.delete(repository.file("driver", ".jar.sha1"));

        assertThatThrownBy(() -> files().single(artifact(DRIVER)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("it has no checksum there");
    }

    @Test
    void shows_where_it_looked_for_an_unknown_version() throws IOException {
        repository.jar("driver").pom("driver");

        assertThatThrownBy(() -> files().withDependencies(artifact("org.example:driver:2")))
                .isInstanceOf(UsageException.class)
                .hasMessage("org.example:driver:2 is not in central (" + repository.url()
                        + "); check group, artifact, version and extension");
    }

    @Test
    void names_the_dependency_that_is_missing_and_who_needs_it() throws IOException {
        repository.jar("driver").pom("driver", "core");

        assertThatThrownBy(() -> files().withDependencies(artifact(DRIVER)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("org.example:core:1 (needed by org.example:driver:1) is not in central");
    }

    @Test
    void explains_without_a_network_what_to_do() throws IOException {
        int port = ServerProcess.freePort();

        assertThatThrownBy(() -> files("http://127.0.0.1:" + port).single(artifact(DRIVER)))
                .isInstanceOf(UsageException.class)
                .hasMessage("cannot download org.example:driver:1 from central (http://127.0.0.1:" + port
                        + "): " + SystemMessages.connectionRefused()
                        + "; the network is needed once for it; or put the file at "
                        + cache.resolve("org/example/driver/1/driver-1.jar"));
    }

    @Test
    void takes_a_file_that_was_put_where_the_message_named() throws IOException {
        new TestRepository(cache).jar("driver");

        assertThat(files("http://127.0.0.1:" + ServerProcess.freePort()).single(artifact(DRIVER)))
                .hasContent("driver");
    }

    @Test
    void reports_that_the_cache_cannot_be_made() throws IOException {
        repository.jar("driver").pom("driver");
        Files.writeString(cache, "a file");

        assertThatThrownBy(() -> files().single(artifact(DRIVER)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("the cache directory " + cache + " cannot be made")
                .hasMessageEndingWith("name another one in the environment variable ROWMARK_CACHE");
    }

    @Test
    void serves_several_at_once() throws Exception {
        repository.jar("driver").pom("driver", "core").jar("core").pom("core");

        List<CompletableFuture<List<Path>>> asked = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> files().withDependencies(artifact(DRIVER))))
                .limit(4)
                .toList();

        for (CompletableFuture<List<Path>> answer : asked) {
            assertThat(names(answer.get())).containsExactly("driver-1.jar", "core-1.jar");
        }
    }

    @Test
    void downloads_from_maven_central() {
        Path file = files(MavenResolver.ofUser().central()).single(artifact("org.slf4j:slf4j-nop:2.0.17"));

        assertThat(file).startsWith(cache).hasFileName("slf4j-nop-2.0.17.jar");
        assertThat(lines).containsExactly("downloading org.slf4j:slf4j-nop:2.0.17, 4 kB");
    }

    private MavenResolver files() {
        return files(repository.url());
    }

    private MavenResolver files(String central) {
        return new MavenResolver(cache, settings, central, lines::add);
    }

    private static Artifact artifact(String coordinates) {
        return Artifacts.parsed(coordinates);
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).toList();
    }

    private static List<Path> everything(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.sorted().toList();
        }
    }
}
