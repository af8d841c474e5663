package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.result.HighestRate;
import org.rowmark.result.PlannedCell;

class ScrubbedJsonTest {
    @Test
    void names_parameters_and_keys_stay_and_other_texts_do_not_if_they_read_like_a_short_password() {
        Secret.of("osprey");
        PlannedCell cell = new PlannedCell(1, "osprey", "osprey", "osprey", Map.of("osprey", "osprey"));
        HighestRate rate = new HighestRate(
                "osprey", "osprey", Map.of("osprey", "osprey"), "p99<1ms", 1, List.of(), "no osprey", List.of());

        assertThat(write(cell)).contains("osprey").doesNotContain(Secrets.MASK);
        assertThat(write(rate))
                .contains("\"target\":\"osprey\"", "\"parameters\":{\"osprey\":\"osprey\"}", "\"problem\":\"no ***\"");
        assertThat(write(Map.of("osprey", List.of("osprey")))).isEqualTo("{\"osprey\":[\"***\"]}");
    }

    @Test
    void a_password_that_is_no_word_is_nowhere() {
        Secret.of("Goshawk\"\\&");
        String secret = "Goshawk\"\\&";

        assertThat(write(new PlannedCell(1, secret, secret, secret, Map.of(secret, secret))))
                .doesNotContain("Goshawk");
    }

    private static String write(Object value) {
        return ScrubbedJson.MAPPER.writeValueAsString(value);
    }
}
