package org.rowmark.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.DataFiles;
import org.rowmark.db.Databases;

/** Files that are kept in the cache and copied from there. */
class DataCacheTest {
    @TempDir
    Path temp;

    private final DataFingerprint fingerprint = fingerprint("10.11.1", Map.of(), "seed 1");
    private DataCache cache;
    private Path server;

    @BeforeEach
    void makeServer() throws IOException {
        cache = new DataCache(temp.resolve("cache"));
        server = Files.createDirectory(temp.resolve("server"));
        Files.createDirectories(server.resolve("data/schema"));
        Files.writeString(server.resolve("data/schema/table"), "rows");
        Files.writeString(server.resolve("log"), "not data");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "permissions of POSIX")
    void a_copy_has_the_contents_and_the_permissions_of_the_original() throws IOException {
        Files.setPosixFilePermissions(server.resolve("data"), PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(
                server.resolve("data/schema/table"), PosixFilePermissions.fromString("rw-r-----"));
        keep();
        Path other = Files.createDirectories(temp.resolve("other/data")).getParent();
        Files.writeString(other.resolve("data/empty"), "of an empty server");

        cache.copyTo(other, fingerprint);

        assertThat(other.resolve("data/schema/table")).hasContent("rows");
        assertThat(other.resolve("data/empty")).doesNotExist();
        assertThat(other.resolve("log")).doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(other.resolve("data"))))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(other.resolve("data/schema/table"))))
                .isEqualTo("rw-r-----");
    }

    @Test
    void copying_is_the_last_use() throws IOException {
        keep();
        Path file = temp.resolve("cache").resolve(fingerprint.name()).resolve(DataCache.FINGERPRINT);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));

        cache.copyTo(Files.createDirectory(temp.resolve("other")), fingerprint);

        assertThat(Files.getLastModifiedTime(file).toInstant()).isAfter(Instant.EPOCH.plusSeconds(1));
    }

    @Test
    void finds_nothing_of_another_version_setting_or_data_set() throws IOException {
        keep();

        assertThat(cache.contains(fingerprint)).isTrue();
        assertThat(cache.contains(fingerprint("10.11.2", Map.of(), "seed 1"))).isFalse();
        assertThat(cache.contains(fingerprint("10.11.1", Map.of("innodb_page_size", "4k"), "seed 1")))
                .isFalse();
        assertThat(cache.contains(fingerprint("10.11.1", Map.of(), "seed 2"))).isFalse();
        assertThat(new DataCache(temp.resolve("nowhere")).contains(fingerprint)).isFalse();
    }

    @Test
    void an_entry_with_more_data_serves_where_there_is_none_of_its_own() throws IOException {
        DataFingerprint more = fingerprint("10.11.1", Map.of(), "seed 1", "seed 2");
        DataFingerprint most = fingerprint("10.11.1", Map.of(), "seed 1", "seed 2", "seed 3");
        for (DataFingerprint each : List.of(most, more, fingerprint("10.11.2", Map.of(), "seed 1", "seed 2"))) {
            cache.keep(each, server, List.of("data"));
        }

        assertThat(cache.having(fingerprint)).contains(more);
        assertThat(cache.having(fingerprint("10.11.1", Map.of("innodb_page_size", "4k"), "seed 1")))
                .isEmpty();
        assertThat(cache.having(fingerprint("10.11.1", Map.of(), "seed 4"))).isEmpty();
        keep();
        assertThat(cache.having(fingerprint)).contains(fingerprint);
    }

    @Test
    void a_secret_setting_is_not_written_to_the_cache() {
        DataFingerprint one = fingerprint("1", Map.of("encryption_password", "Tiger77"), "seed 1");
        DataFingerprint other = fingerprint("1", Map.of("encryption_password", "Tiger78"), "seed 1");

        assertThat(one.text()).doesNotContain("Tiger77");
        assertThat(one.name()).isNotEqualTo(other.name());
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "the program cp")
    void a_copy_that_ends_half_way_is_never_taken_for_a_whole_one() throws IOException {
        Files.writeString(server.resolve("data/log"), "of the same name");

        assertThatThrownBy(() -> cache.keep(fingerprint, server, List.of("data", "log", "data/log")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cp ended with exit code 1");

        assertThat(cache.contains(fingerprint)).isFalse();
        assertThat(temp.resolve("cache")).isEmptyDirectory();
    }

    @Test
    void copies_are_whole_while_others_replace_the_files() throws Exception {
        Files.writeString(server.resolve("data/z"), "rows");
        Path other = Files.createDirectories(temp.resolve("other/data/schema"))
                .getParent()
                .getParent();
        Files.writeString(other.resolve("data/schema/table"), "other");
        Files.writeString(other.resolve("data/z"), "other");
        keep();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        List<Future<Boolean>> whole = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Path from = i % 2 == 0 ? other : server;
            Path to = Files.createDirectory(temp.resolve("copy" + i));
            whole.add(threads.submit(() -> {
                new DataCache(temp.resolve("cache")).keep(fingerprint, from, List.of("data"));
                cache.copyTo(to, fingerprint);
                return Files.readString(to.resolve("data/schema/table")).equals(Files.readString(to.resolve("data/z")));
            }));
        }
        threads.shutdown();

        for (Future<Boolean> each : whole) {
            assertThat(each.get()).isTrue();
        }
    }

    @Test
    void files_that_are_gone_are_an_error_that_leaves_no_files() throws IOException {
        keep();
        PathUtils.delete(temp.resolve("cache").resolve(fingerprint.name()));
        Path other = Files.createDirectory(temp.resolve("other"));

        assertThatThrownBy(() -> cache.copyTo(other, fingerprint)).isInstanceOf(IOException.class);
        assertThat(other).isEmptyDirectory();
    }

    private void keep() throws IOException {
        cache.keep(fingerprint, server, List.of("data", "none"));
    }

    private static DataFingerprint fingerprint(String version, Map<String, String> settings, String... data) {
        Table table = new Table("rowmark_rows", List.of("id"), List.of("bigint"));
        return DataFingerprint.of(
                Databases.named("mariadb"),
                version,
                new DataFiles(List.of("data"), settings, false),
                Stream.of(data)
                        .map(each -> new DataSet(table, 1, each, key -> new Object[0]))
                        .toList());
    }
}
