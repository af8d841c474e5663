package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.util.UsageException;

class KeptForksTest {
    @TempDir
    Path temp;

    @Test
    void reads_in_another_process_what_was_added() throws IOException {
        KeptForks.in(temp).add(2, 7, fork(3.5));

        KeptFork read = KeptForks.in(temp).read(2, 7).orElseThrow();

        assertThat(read.warmups()).containsExactly(3.5);
        assertThat(read.data()).containsEntry("rowmark_rows", "f1");
        assertThat(read.speed()).isEqualTo(3.5);
        assertThat(KeptForks.in(temp).read(1, 7)).isEmpty();
    }

    @Test
    void drops_a_fork_that_was_cut_off() throws IOException {
        KeptForks.in(temp).add(1, 1, fork(1));
        Files.write(temp.resolve(".forks/2-1.next"), Files.readAllBytes(temp.resolve(".forks/1-1")));

        KeptForks forks = KeptForks.in(temp);

        assertThat(forks.has(1, 1)).isTrue();
        assertThat(forks.has(2, 1)).isFalse();
        KeptForks.delete(temp);
        assertThat(temp.toFile().list()).isEmpty();
    }

    @Test
    void continues_no_run_of_an_earlier_version() throws IOException {
        Files.writeString(temp.resolve(".forks"), "forks one after the other");

        assertThatThrownBy(() -> KeptForks.in(temp))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        temp + " cannot be continued: an earlier version of Rowmark began the run; start a new one");
    }

    @Test
    void reads_no_objects_but_results() throws IOException {
        KeptForks forks = KeptForks.in(temp);
        Path file = temp.resolve(".forks/1-2");
        try (ObjectOutputStream objects = new ObjectOutputStream(Files.newOutputStream(file))) {
            objects.writeObject(Map.of(new URL("http://localhost/"), "looked up when it is read"));
        }

        assertThatThrownBy(() -> forks.read(1, 2))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " cannot be read: ")
                .hasMessageContaining("REJECTED");
    }

    private static KeptFork fork(double value) {
        return new KeptFork(new BenchmarkResult(null, List.of()), List.of(value), Map.of("rowmark_rows", "f1"), value);
    }
}
