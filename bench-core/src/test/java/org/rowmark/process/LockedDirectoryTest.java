package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;

class LockedDirectoryTest {
    private static final int FILES = 3_000;

    @TempDir
    Path temp;

    @Test
    void stays_while_its_process_lives_also_after_others_were_made() throws IOException {
        Path first = LockedDirectory.in(temp);
        Path second = LockedDirectory.in(temp);

        assertThat(first).isDirectory();
        assertThat(LockedDirectory.isInUse(first)).isTrue();

        LockedDirectory.remove(first);
        LockedDirectory.remove(second);

        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void of_a_process_that_is_gone_is_removed() throws IOException {
        Path left = Files.createDirectories(temp.resolve("rowmark-1/base")).getParent();
        Files.createFile(temp.resolve("rowmark-1.lock"));
        Files.createFile(temp.resolve("rowmark-2.lock")); // killed before it made the directory
        Path others = Files.createDirectory(temp.resolve("rowmark-3"));
        assertThat(LockedDirectory.isInUse(left)).isFalse();

        LockedDirectory.removeUnlocked(temp);

        assertThat(temp)
                .isDirectoryContaining(path -> path.equals(others))
                .isDirectoryNotContaining("glob:**/{*.lock,rowmark-1}");
    }

    /** Others of the machine may put anything into a folder for temporary files. */
    @Test
    void is_none_whose_lock_is_no_file() throws Exception {
        Path others = Files.createDirectory(temp.resolve("rowmark-1"));
        assertThat(new ProcessBuilder("mkfifo", temp.resolve("rowmark-1.lock").toString())
                        .start()
                        .waitFor())
                .isZero();

        LockedDirectory.removeUnlocked(temp);

        assertThat(others).exists();
    }

    @Test
    void of_a_process_that_is_gone_can_be_deleted_as_a_whole() throws IOException {
        Path left = Files.createDirectory(temp.resolve("rowmark-1"));
        Files.createFile(temp.resolve("rowmark-1.lock"));

        LockedDirectory.deleteWhole(left);

        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void that_has_got_another_name_leaves_no_lock() throws IOException {
        Path directory = LockedDirectory.in(temp);
        Path complete = Files.move(directory, temp.resolve("complete"));

        LockedDirectory.removeUnlocked(temp);

        assertThat(temp).isDirectoryContaining(complete::equals).isDirectoryNotContaining("glob:**/*.lock");
    }

    /** Else another process would remove it, and the run that begins would fail. */
    @Test
    void is_never_taken_for_one_that_is_left_while_it_is_made() throws IOException {
        Process cleaner = ChildJvm.start(Cleaner.class, List.of(), temp);
        assertThat(cleaner.inputReader().readLine()).isEqualTo("cleaning");
        for (int i = 0; i < 500; i++) {
            Path directory = LockedDirectory.in(temp);
            Files.writeString(directory.resolve("data"), "data");
            assertThat(directory.resolve("data")).exists();
            LockedDirectory.remove(directory);
        }

        cleaner.destroyForcibly();
    }

    /** Removes what is left, again and again. */
    static final class Cleaner {
        private Cleaner() {}

        /** @param arguments where the directories are made */
        public static void main(String[] arguments) {
            System.out.println("cleaning");
            while (true) {
                LockedDirectory.removeUnlocked(Path.of(arguments[0]));
            }
        }
    }

    /** A server does so while it ends, and so does the thread that a signal has interrupted. */
    @Test
    void is_removed_while_somebody_else_removes_files_of_it() throws IOException {
        Path directory = Files.createDirectories(temp.resolve("rowmark-1/base")).getParent();
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
