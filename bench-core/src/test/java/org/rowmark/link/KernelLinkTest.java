package org.rowmark.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.util.UsageException;

/** The kernel's means, where this machine has them and this user may use them. */
class KernelLinkTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TBF | bandwidth=10m | qdisc tbf .* rate 10Mbit .*",
                "NETEM | rtt=1ms,bandwidth=1g | qdisc netem .* delay 500us .*rate 1Gbit.*",
            })
    void sets_up_a_loopback_device_of_its_own(KernelLink.Kind kind, String spec, String discipline)
            throws IOException, InterruptedException {
        KernelLink link = new KernelLink(kind, LinkSpec.parse("link", spec));
        Optional<String> missing = link.missing();
        assumeThat(missing).as("what the kernel lacks").isEmpty();
        List<String> words = new ArrayList<>(link.prefix());
        words.addAll(List.of("tc", "qdisc", "show", "dev", "lo"));

        Process process = new ProcessBuilder(words).start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                .matches(discipline);
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void tbf_delays_nothing() {
        assertThatThrownBy(() -> new KernelLink(KernelLink.Kind.TBF, LinkSpec.parse("link", "rtt=1ms,bandwidth=1g")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("tbf limits the bandwidth and delays nothing");
    }
}
