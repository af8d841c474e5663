package org.rowmark.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.run.output.RunListener.RowProgress;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Verdict.Word;

class RowsBelowBarTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final RowsBelowBar bar = new RowsBelowBar(new PrintStream(written, true, StandardCharsets.UTF_8));

    @Test
    void draws_the_rows_below_the_bar_and_returns_to_it() {
        bar.show(RoundsFormat.rows(List.of(
                new RowProgress("v on b", new Comparison(1.25, 1.1, 1.42, 7, 0.03, 0.1), Word.UNCLEAR, true),
                new RowProgress("fresh", new Comparison(1.3, 1e-9, 1e9, 2, 0.9, 0.1), Word.TOO_FEW_ROUNDS, true),
                new RowProgress("wide on c", new Comparison(2, 1.5, 2.6, 5, 0, 0.1), Word.FASTER_SIZE_UNSURE, false))));
        bar.accept("50%");

        assertThat(written.toString(StandardCharsets.UTF_8))
                .startsWith("\r50%")
                .endsWith("\n… v on b       1.25×  1.10–1.42     unclear\033[K"
                        + "\n… fresh        1.30×\033[K"
                        + "\n  wide on c    2.00×  1.50–2.60     faster, size unsure\033[K\033[3A\r");
    }

    @Test
    void draws_the_bar_alone_without_rows_and_some_of_very_many() {
        bar.accept("50%");
        assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("\r50%");

        bar.show(Collections.nCopies(40, "row"));
        bar.accept("60%");
        assertThat(written.toString(StandardCharsets.UTF_8))
                .contains("\nand 25 more rows")
                .endsWith("\033[16A\r");
    }
}
