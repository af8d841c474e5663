package org.rowmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.data.DataCache;
import org.rowmark.data.DataFingerprint;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.DataFiles;
import org.rowmark.db.Databases;
import org.rowmark.process.LockedDirectory;
import org.rowmark.util.UsageException;

/** The list of the cache, and its removal. */
class CacheContentsTest {
    @TempDir
    Path root;

    private CacheContents cache;
    private String data;

    @BeforeEach
    void fillCache() throws IOException {
        cache = new CacheContents(root);
        Path server = Files.createDirectory(root.resolve("server"));
        Files.writeString(server.resolve("rows"), "r".repeat(1_000));
        DataSet rows = new DataSet(
                new Table("rowmark_rows", List.of("id"), List.of("bigint")), 1, "rows, seed 1", key -> new Object[0]);
        DataFingerprint fingerprint = DataFingerprint.of(
                Databases.named("mariadb"),
                "10.11.19-MariaDB",
                new DataFiles(List.of("rows"), Map.of(), false),
                List.of(rows));
        new DataCache(root.resolve("data")).keep(fingerprint, server, List.of("rows", "none"));
        data = "data/" + fingerprint.name();
        write("backups/firebird-5.0/backup", 2_000);
        write("servers/mysql-5.7.22-b2aa/bin/mysqld", 3_000);
        write("servers/mysql-5.7.22-b2aa.lock", 0);
        write("artifacts/org/x/x.jar", 4_000);
        write("aa/host.json", 10);
    }

    @Test
    void lists_what_would_be_made_again_with_sizes() throws IOException {
        assertThat(cache.items())
                .extracting(CacheContents.Item::name)
                .containsExactly(data, "backups/firebird-5.0", "servers/mysql-5.7.22-b2aa", "artifacts");
        assertThat(data).startsWith("data/mariadb-10.11.19-");
        assertThat(cache.items().subList(1, 4))
                .extracting(CacheContents.Item::bytes)
                .containsExactly(2_000L, 3_000L, 4_000L);
        CacheContents.Item kept = cache.items().get(0);
        assertThat(kept.bytes()).isGreaterThan(1_000);
        assertThat(kept.contents()).isEqualTo("rows, seed 1");
        assertThat(kept.lastUse()).isPresent();
    }

    @Test
    void lists_nothing_where_there_is_no_cache() throws IOException {
        assertThat(new CacheContents(root.resolve("nowhere")).items()).isEmpty();
    }

    @Test
    void lists_what_was_not_completed_but_not_what_is_being_made() throws IOException {
        LockedDirectory.in(root.resolve("data"));
        write("data/unfinished-2000000001-1/files/rows", 1);

        assertThat(cache.items())
                .filteredOn(item -> item.name().startsWith("data/unfinished"))
                .containsExactly(
                        new CacheContents.Item("data/unfinished-2000000001-1", "not complete", 1, Optional.empty()));
    }

    @Test
    void removes_one_item_or_all_of_a_kind() throws IOException {
        write("backups/h2-2/backup", 1);

        for (CacheContents.Item item : cache.named(List.of(data, "backups"))) {
            cache.remove(item);
        }

        assertThat(cache.items())
                .extracting(CacheContents.Item::name)
                .containsExactly("servers/mysql-5.7.22-b2aa", "artifacts");
        assertThat(root.resolve(data)).doesNotExist();
        assertThat(root.resolve("backups")).isEmptyDirectory();
    }

    @Test
    void refuses_names_that_are_not_in_the_cache() {
        assertThatThrownBy(() -> cache.named(List.of("backups/firebird-5.1")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("backups/firebird-5.0");
        assertThatThrownBy(() -> cache.named(List.of(".."))).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> cache.named(List.of("aa"))).isInstanceOf(UsageException.class);
    }

    private void write(String name, int bytes) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "b".repeat(bytes));
    }
}
