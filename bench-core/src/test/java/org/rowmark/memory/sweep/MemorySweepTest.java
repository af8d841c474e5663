package org.rowmark.memory.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.options.RunOption;

/** The steps of {@code --memory}. */
class MemorySweepTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4G|4G 3G 2G 1G 512M 256M",
                "256m|256M 192M 128M 64M 32M 16M",
                "1.5GiB|1536M 1152M 768M 384M 192M 96M",
                "100M|100M 75M 50M 25M 12800K 6400K",
                "1000000000|976512K 732416K 488256K 244096K 122048K 60992K"
            })
    void are_fractions_of_it_from_the_largest(String text, String steps) {
        assertThat(RunOption.MEMORY.parse(text).steps()).containsExactly(steps.split(" "));
    }

    @Test
    void are_written_as_they_are_read() {
        assertThat(RunOption.MEMORY.words(RunOption.MEMORY.parse("4096M"))).containsExactly("--memory", "4G");
    }

    @Test
    void are_refused_where_there_is_nothing_to_divide() {
        assertThatThrownBy(() -> RunOption.MEMORY.parse("512K"))
                .hasMessage("--memory '512K': give at least 1M, a sixteenth of which is the smallest step");
        assertThatThrownBy(() -> RunOption.MEMORY.parse("much"))
                .hasMessage("--memory 'much': give a size, such as 4G, 512M or 64K");
    }
}
