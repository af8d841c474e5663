package org.rowmark.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DataGeneratorTest {
    private final DataGenerator generator = new DataGenerator(42);

    @Test
    void a_text_has_the_characters_of_its_key_up_to_its_length() {
        for (int length = 0; length < 35; length++) {
            StringBuilder expected = new StringBuilder();
            for (int place = 0; place < length; place++) {
                expected.append(generator.character(7, place));
            }

            assertThat(generator.text(7, length)).isEqualTo(expected.toString());
        }
    }

    @Test
    void a_text_is_the_same_in_all_versions_as_loaded_data_is_known_by_its_seed() {
        assertThat(generator.text(1, 24)).isEqualTo("wjG4tbpa6L0zXRYgLWHzaee0");
    }
}
