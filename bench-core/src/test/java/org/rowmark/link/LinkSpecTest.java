package org.rowmark.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.util.UsageException;

class LinkSpecTest {
    @Test
    void reads_parts() {
        assertThat(parse("rtt=500us,bandwidth=1g,jitter=50us,port=4000"))
                .isEqualTo(new LinkSpec(
                        "500us-1g-jitter-50us",
                        Duration.ofNanos(500_000),
                        OptionalLong.of(1_000_000_000),
                        Duration.ofNanos(50_000),
                        OptionalInt.of(4000)));
    }

    @ParameterizedTest
    @CsvSource({
        "rtt=0, 0us",
        "rtt=1.5ms, 1500us",
        "rtt=0.25us, 250ns",
        "'rtt=10s', 10s",
        "bandwidth=2.5gbit, 0us-2.5g",
        "'rtt=1ms, bandwidth=none', 1ms",
    })
    void names_a_link_after_its_values(String text, String name) {
        assertThat(parse(text).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtt=0us", "rtt=70ms,bandwidth=12.345m,jitter=1ns", "ethernet-1g", "satellite,port=81"})
    void writes_what_it_reads(String text) {
        assertThat(parse(text).text()).isEqualTo(text);
        assertThat(parse(parse(text).parts()).parts()).isEqualTo(parse(text).parts());
    }

    @ParameterizedTest
    @EnumSource
    void every_preset_has_its_name_and_a_source(LinkPreset preset) {
        assertThat(parse(preset.id())).isEqualTo(preset.spec());
        assertThat(preset.spec().name()).isEqualTo(preset.id());
        assertThat(preset.source()).isNotBlank();
    }

    @Test
    void parts_replace_those_of_a_preset() {
        LinkSpec link = parse("ethernet-1g,rtt=1ms");

        assertThat(link.name()).isEqualTo("1ms-1g");
        assertThat(link.bandwidth()).hasValue(1_000_000_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "rt=500us | 'rt=500us' is no part of a link, which are rtt=, bandwidth=, jitter=, port=, such as rtt=500us",
                "rtt=500 | rtt=500 is no time up to 10s, such as 500us",
                "rtt=-1ms | rtt=-1ms is no time",
                "rtt=11s | rtt=11s is no time up to 10s",
                "rtt=1ms,rtt=2ms | rtt= is given twice",
                "rtt=1ms,500us | '500us' is no part of a link",
                "rtt=1ms, | '' is no part of a link",
                "bandwidth=1 | bandwidth=1 is no bandwidth from 1k to 1000g bits per second, such as 10m",
                "bandwidth=0g | bandwidth=0g is no bandwidth from 1k to 1000g",
                "bandwidth=1001g | bandwidth=1001g is no bandwidth",
                "rtt=1ms,jitter=2ms | jitter= is longer than rtt=",
                "port=0 | port=0 is no port from 1 to 65535",
                "port=65536 | port=65536 is no port",
                "etherne-1g | no preset, or parts such as rtt=500us,bandwidth=1g: 'etherne-1g'; did you mean ethernet-1g",
            })
    void reports_what_is_wrong(String text, String problem) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--link")
                .hasMessageContaining(problem);
    }

    private static LinkSpec parse(String text) {
        return LinkSpec.parse("--link", text);
    }
}
