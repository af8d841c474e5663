package org.rowmark.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.DataFiles;
import org.rowmark.db.Databases;
import org.rowmark.fixture.DataSet;
import org.rowmark.fixture.Table;
import org.rowmark.util.UnfinishedDirectory;

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
        DataCache.Entry entry = keep();
        Path other = Files.createDirectories(temp.resolve("other/data")).getParent();
        Files.writeString(other.resolve("data/empty"), "of an empty server");

        cache.copyTo(other, entry);

        assertThat(other.resolve("data/schema/table")).hasContent("rows");
        assertThat(other.resolve("data/empty")).doesNotExist();
        assertThat(other.resolve("log")).doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(other.resolve("data"))))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(other.resolve("data/schema/table"))))
                .isEqualTo("rw-r-----");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "permissions of POSIX")
    void a_copy_without_the_program_is_the_same() throws IOException {
        Files.setPosixFilePermissions(server.resolve("data"), PosixFilePermissions.fromString("rwx------"));

        DirectoryCopy.copyHere(server.resolve("data"), temp.resolve("copy"));

        assertThat(temp.resolve("copy/schema/table")).hasContent("rows");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temp.resolve("copy"))))
                .isEqualTo("rwx------");
    }

    @Test
    void copying_is_the_last_use() throws IOException {
        DataCache.Entry entry = keep();
        Path directory = temp.resolve("cache").resolve(entry.name());
        Files.setLastModifiedTime(directory.resolve("entry.json"), FileTime.from(Instant.EPOCH));

        cache.copyTo(Files.createDirectory(temp.resolve("other")), entry);

        assertThat(DataCache.lastUse(directory).orElseThrow()).isAfter(Instant.EPOCH.plusSeconds(1));
    }

    @Test
    void finds_nothing_of_another_version_setting_or_data_set() throws IOException {
        keep();

        assertThat(cache.find(fingerprint)).isPresent();
        assertThat(cache.find(fingerprint("10.11.2", Map.of(), "seed 1"))).isEmpty();
        assertThat(cache.find(fingerprint("10.11.1", Map.of("innodb_page_size", "4k"), "seed 1")))
                .isEmpty();
        assertThat(cache.find(fingerprint("10.11.1", Map.of(), "seed 2"))).isEmpty();
        assertThat(new DataCache(temp.resolve("nowhere")).find(fingerprint)).isEmpty();
    }

    @Test
    void a_secret_setting_is_not_written_to_the_cache() {
        DataFingerprint one = fingerprint("1", Map.of("encryption_password", "Tiger77"), "seed 1");
        DataFingerprint other = fingerprint("1", Map.of("encryption_password", "Tiger78"), "seed 1");

        assertThat(one.text()).doesNotContain("Tiger77");
        assertThat(one.name()).isNotEqualTo(other.name());
    }

    @Test
    void a_truncated_file_makes_an_entry_unusable_until_it_is_kept_again() throws IOException {
        DataCache.Entry entry = keep();
        Files.writeString(temp.resolve("cache").resolve(entry.name()).resolve("files/data/schema/table"), "row");
        assertThat(cache.find(fingerprint)).isEmpty();

        keep();

        assertThat(cache.find(fingerprint)).isPresent();
    }

    @Test
    void what_a_process_that_was_killed_has_left_is_removed_and_nobody_elses() throws IOException {
        Path living = UnfinishedDirectory.in(Files.createDirectories(temp.resolve("cache")));
        Path dead = Files.createDirectories(temp.resolve("cache/unfinished-2000000001-1/files"));

        keep();

        assertThat(dead.getParent()).doesNotExist();
        assertThat(living).exists();
    }

    @Test
    void an_entry_that_is_gone_is_an_error_that_leaves_no_files() throws IOException {
        DataCache.Entry entry = keep();
        cache.remove(entry.name());
        Path other = Files.createDirectory(temp.resolve("other"));

        assertThatThrownBy(() -> cache.copyTo(other, entry)).isInstanceOf(IOException.class);
        assertThat(other).isEmptyDirectory();
    }

    @Test
    void too_little_disk_space_is_found_before_anything_is_written() {
        assertThatThrownBy(() -> DiskUsage.require(temp, Long.MAX_VALUE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(temp + " has ")
                .hasMessageEndingWith(" MB are needed; see: ./rowmark cache list");
    }

    private DataCache.Entry keep() throws IOException {
        return cache.keep(fingerprint, List.of(), server, List.of("data"), Duration.ofSeconds(1));
    }

    private static DataFingerprint fingerprint(String version, Map<String, String> settings, String data) {
        Table table = new Table("rowmark_rows", List.of("id"), List.of("bigint"));
        return DataFingerprint.of(
                Databases.named("mariadb"),
                version,
                new DataFiles(List.of("data"), settings, false),
                List.of(new DataSet(table, 1, data, key -> new Object[0])));
    }
}
