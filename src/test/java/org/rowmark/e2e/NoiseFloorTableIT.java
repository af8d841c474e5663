package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.cli.console.NoiseFloorTable;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaResult.AaRow;

class NoiseFloorTableIT {
    private static final AaRow SAME = new AaRow("connect source=pool", "pg", 1.002, 0.988, 1.016, 0.02, 10);

    /** With sd 0.02 and n 10: t(0.975, 9) * 0.02 / sqrt(10) is 0.01431. Effects as R's power.t.test has them. */
    @Test
    void shows_how_small_an_effect_so_many_rounds_find() {
        assertThat(printed(SAME)).isEqualToNormalizingNewlines("""
                        Noise floor of bench-01, pg against itself. On the right the smallest effects that so many rounds find
                        four times out of five.
                                             ratio  95 % interval  noise floor          5 rounds  10 rounds  20 rounds  30 rounds
                        connect source=pool  1.00×  0.988–1.02     ±1.4 % at 10 rounds  3.4 %     2 %        1.3 %      1.1 %      same
                        The target does not differ from itself, as it should be.
                        """);
    }

    @Test
    void names_the_rows_that_differ_though_nothing_was_changed() {
        AaRow other = new AaRow("connect source=raw", "pg", 1.05, 1.03, 1.07, 0.03, 10);

        assertThat(printed(SAME, other).lines())
                .anyMatch(line -> line.startsWith("connect source=raw") && line.endsWith("  differs"))
                .anyMatch(line -> line.startsWith("In 1 of 2 rows the target differs from itself."));
    }

    private static String printed(AaRow... rows) {
        StringWriter text = new StringWriter();
        NoiseFloorTable.print(
                new AaResult(Instant.EPOCH, "bench-01", 10, "0.1.0", Optional.empty(), List.of(rows)),
                new PrintWriter(text, true));
        return text.toString();
    }
}
