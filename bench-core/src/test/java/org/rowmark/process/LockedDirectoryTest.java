package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;
import org.rowmark.util.CacheDirectory;

class LockedDirectoryTest {
    private static final int FILES = 3_000;

    @TempDir
    Path temp;

    private final List<String> messages = new ArrayList<>();
    private Path started;

    @BeforeEach
    void useCache() throws IOException {
        System.setProperty(CacheDirectory.PROPERTY, temp.resolve("cache").toString());
        started = Files.createDirectories(temp.resolve("cache/started"));
    }

    @AfterEach
    void useOwnCache() {
        System.clearProperty(CacheDirectory.PROPERTY);
    }

    private Path place() throws IOException {
        return Files.createDirectories(temp.resolve("place")).toRealPath();
    }

    /** Lists directories as a process that is gone. */
    private void leave(String... directories) throws IOException {
        Files.write(started.resolve("rowmark-left.lock"), List.of(directories));
    }

    @Test
    void stays_while_its_process_lives_also_after_others_were_made() throws IOException {
        Path first = LockedDirectory.in(place());
        Path second = LockedDirectory.in(place());

        LockedDirectory.removeLeft(messages::add);
        assertThat(first).isDirectory();

        LockedDirectory.remove(first);
        LockedDirectory.remove(second);
        assertThat(place()).isEmptyDirectory();
        assertThat(messages).isEmpty();
    }

    @Test
    void of_a_process_that_is_gone_is_removed() throws IOException {
        Path left = Files.createDirectories(place().resolve("rowmark-1/base")).getParent();
        Path others = Files.createDirectory(place().resolve("rowmark-3"));
        leave(left.toString(), place().resolve("rowmark-2").toString()); // killed before it made the second

        LockedDirectory.removeLeft(messages::add);

        assertThat(left).doesNotExist();
        assertThat(others).exists();
        assertThat(started.resolve("rowmark-left.lock")).doesNotExist();
        assertThat(messages).containsExactly("rowmark: removed what a killed run had left in " + place());
    }

    @Test
    void of_a_process_that_is_gone_is_removed_when_another_one_is_made() throws IOException {
        Path left = Files.createDirectory(place().resolve("rowmark-1"));
        leave(left.toString());

        LockedDirectory.remove(LockedDirectory.in(place()));

        assertThat(left).doesNotExist();
    }

    /** A volume for data may outlive the machine, or the container, with its cache. */
    @Test
    void of_a_process_that_is_gone_is_removed_where_another_one_is_made_with_another_cache() throws IOException {
        Path left = Files.createDirectories(place().resolve("rowmark-1/base")).getParent();
        Path lock = Files.createFile(place().resolve("rowmark-1.lock"));
        Path others = Files.createDirectory(place().resolve("rowmark-3"));

        Path own = LockedDirectory.in(place());

        assertThat(left).doesNotExist();
        assertThat(lock).doesNotExist();
        assertThat(others).exists();
        LockedDirectory.remove(own);
        assertThat(place()).isDirectoryNotContaining(file -> !file.equals(others));
    }

    /** A list that was cut off may end in the name of a directory of somebody else. */
    @Test
    void is_none_that_has_another_name() throws IOException {
        Path others = Files.createDirectory(place().resolve("others"));
        leave(others.toString(), place().toString(), "", "/");

        LockedDirectory.removeLeft(messages::add);

        assertThat(others).exists();
        assertThat(messages).isEmpty();
    }

    @Test
    void is_removed_by_a_later_start_where_an_earlier_one_could_not() throws IOException {
        Path cgroup = Files.createDirectory(place().resolve("rowmark-1"));
        Path process = Files.createFile(cgroup.resolve("cgroup.procs"));
        leave(cgroup.toString());

        LockedDirectory.removeLeft(messages::add);

        assertThat(messages).singleElement().asString().startsWith("rowmark: what a killed run left cannot be removed");
        assertThat(process).exists();
        Files.delete(process);
        LockedDirectory.removeLeft(messages::add);
        assertThat(cgroup).doesNotExist();
    }

    /** Else another process would remove it, and the run that begins would fail. */
    @Test
    void is_never_taken_for_one_that_is_left_while_it_is_made() throws IOException {
        Process cleaner = ChildJvm.start(Cleaner.class, List.of("-Drowmark.cache=" + temp.resolve("cache")));
        assertThat(cleaner.inputReader().readLine()).isEqualTo("cleaning");
        for (int i = 0; i < 500; i++) {
            Stream.of(started.toFile().listFiles()).forEach(FileUtils::deleteQuietly); // so that it is listed anew
            Path directory = LockedDirectory.in(place());
            Files.writeString(directory.resolve("data"), "data");
            assertThat(directory.resolve("data")).exists();
            LockedDirectory.remove(directory);
        }

        cleaner.destroyForcibly();
    }

    /** Removes what is left, again and again. */
    static final class Cleaner {
        private Cleaner() {}

        public static void main(String[] arguments) {
            System.out.println("cleaning");
            while (true) {
                LockedDirectory.removeLeft(message -> {});
            }
        }
    }

    @Test
    void is_deleted_as_a_whole() throws IOException {
        Path item = Files.createDirectories(place().resolve("item/base")).getParent();

        LockedDirectory.deleteWhole(item);

        assertThat(place()).isEmptyDirectory();
    }

    /** A server does so while it ends, and so does the thread that a signal has interrupted. */
    @Test
    void is_removed_while_somebody_else_removes_files_of_it() throws IOException {
        Path directory =
                Files.createDirectories(place().resolve("rowmark-1/base")).getParent();
        for (int i = 0; i < FILES; i++) {
            Files.createFile(directory.resolve("base/" + i));
        }
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            for (int i = FILES - 1; i >= 0; i--) {
                FileUtils.deleteQuietly(directory.resolve("base/" + i).toFile());
            }
        });

        LockedDirectory.remove(directory);

        assertThat(directory).doesNotExist();
        other.join();
    }
}
