package org.rowmark.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.result.AaResult.AaRow;

class AaResultTest {
    private static final String CACHE = "rowmark.cache";

    @TempDir
    Path temp;

    private final List<String> notes = new ArrayList<>();
    private String before;

    @BeforeEach
    void keepAwayFromTheUsersCache() {
        before = System.setProperty(CACHE, temp.toString());
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(CACHE);
        } else {
            System.setProperty(CACHE, before);
        }
    }

    @Test
    void gives_back_the_last_one_of_each_machine() throws IOException {
        result("bench-01", 10).store();
        result("bench-01", 20).store();
        result("../evil host", 30).store();

        assertThat(AaResult.last("bench-01", notes::add)).contains(result("bench-01", 20));
        assertThat(AaResult.last("../evil host", notes::add)).contains(result("../evil host", 30));
        assertThat(AaResult.last("another", notes::add)).isEmpty();
        assertThat(notes).isEmpty();
        assertThat(temp.resolve("aa")).isDirectoryNotContaining("glob:**.tmp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "null", "[]", "{\"when\": \"2026-11-20T12:00:00Z\"}", "\u0000"})
    void ignores_a_damaged_one_and_reports_that(String content) throws IOException {
        Files.writeString(result("bench-01", 10).store(), content);

        assertThat(AaResult.last("bench-01", notes::add)).isEmpty();
        assertThat(notes).singleElement().asString().contains("is ignored", "bench-01.json cannot be read");
    }

    private static AaResult result(String host, int rounds) {
        Instant noon = Instant.parse("2026-11-20T12:00:00.5Z");
        return new AaResult(
                noon,
                host,
                rounds,
                "0",
                Optional.empty(),
                List.of(new AaRow("connect", "h2", 1.01, 0.99, 1.03, 0.02, rounds)));
    }
}
