package org.rowmark.result.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.clients.ClientRecord.ClientFacts;

class ClientRecordTest {
    private static final ClientFacts FIRST = new ClientFacts(1, "one", Map.of());
    private static final ClientFacts SECOND = new ClientFacts(2, "zw\u00f6lf", Map.of());

    @TempDir
    Path directory;

    @Test
    void a_line_that_is_cut_off_within_a_character_is_left_out() throws IOException {
        ClientRecord.append(directory, List.of(FIRST));
        ClientRecord.append(directory, List.of(SECOND));
        Path file = directory.resolve("clients.jsonl");
        byte[] bytes = Files.readAllBytes(file);
        int character = bytes.length - 1;
        while (bytes[character] >= 0) {
            character--;
        }
        Files.write(file, Arrays.copyOf(bytes, character));

        assertThat(ClientRecord.read(directory).clients()).containsExactly(FIRST);

        ClientRecord.trim(directory, (round, cell) -> true);
        ClientRecord.append(directory, List.of(SECOND));

        assertThat(ClientRecord.read(directory).clients()).containsExactly(FIRST, SECOND);
    }
}
