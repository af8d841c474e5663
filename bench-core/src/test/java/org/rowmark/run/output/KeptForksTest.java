package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.run.output.KeptForks.KeptFork;

class KeptForksTest {
    @TempDir
    Path temp;

    @Test
    void reads_in_another_process_what_was_added() throws IOException {
        KeptForks.in(temp).add(2, 7, fork(3.5));

        KeptFork read = KeptForks.in(temp).read(2, 7).orElseThrow();

        assertThat(read.warmups()).containsExactly(3.5);
        assertThat(read.data()).containsEntry("rowmark_rows", "f1");
        assertThat(read.speed()).hasValue(3.5);
        assertThat(KeptForks.in(temp).read(1, 7)).isEmpty();
    }

    @Test
    void drops_an_entry_that_was_cut_off_at_any_byte_and_goes_on_behind_the_last_whole_one() throws IOException {
        KeptForks.in(temp).add(1, 1, fork(1));
        Path file = temp.resolve(".forks");
        int first = (int) Files.size(file);
        KeptForks.in(temp).add(2, 1, fork(2));
        byte[] whole = Files.readAllBytes(file);

        for (int length = first; length < whole.length; length += 7) {
            Files.write(file, Arrays.copyOf(whole, length));
            KeptForks forks = KeptForks.in(temp);
            assertThat(forks.has(1, 1)).isTrue();
            assertThat(forks.has(2, 1)).isFalse();
            forks.add(3, 1, fork(3));
            assertThat(KeptForks.in(temp).read(3, 1).orElseThrow().speed()).hasValue(3);
        }
    }

    @Test
    void reads_nothing_from_what_is_no_such_file() throws IOException {
        Files.write(temp.resolve(".forks"), "no forks, but some text".getBytes(StandardCharsets.UTF_8));

        assertThat(KeptForks.in(temp).has(1, 1)).isFalse();
    }

    @Test
    void reads_no_objects_but_results() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(Map.of(new URL("http://localhost/"), "looked up when it is read"));
        }
        Path file = temp.resolve(".forks");
        try (DataOutputStream entry = new DataOutputStream(Files.newOutputStream(file))) {
            entry.writeInt(1);
            entry.writeInt(2);
            entry.writeInt(bytes.size());
            bytes.writeTo(entry);
        }
        KeptForks forks = KeptForks.in(temp);

        assertThatThrownBy(() -> forks.read(1, 2))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": what the fork of cell 2 returned in round 1 cannot be read: ")
                .hasMessageContaining("REJECTED");
    }

    private static KeptFork fork(double value) {
        return new KeptFork(
                new BenchmarkResult(null, List.of()),
                List.of(value),
                Map.of("rowmark_rows", "f1"),
                OptionalDouble.of(value));
    }
}
