package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rowmark.db.RowSource;

/** The statements that Firebird gets, without a server. */
class FirebirdTextTest {
    @Test
    void a_block_takes_no_more_than_a_message_and_a_text_hold() {
        assertThat(FirebirdLoader.rowsPerBlock(rows(2), 40)).isEqualTo(100);
        assertThat(FirebirdLoader.rowsPerBlock(rows(2), 8_024)).isEqualTo(7);
        assertThat(FirebirdLoader.rowsPerBlock(rows(2), 65_000)).isEqualTo(1);
        int wide = FirebirdLoader.rowsPerBlock(rows(40), 480);
        assertThat(wide).isBetween(20, 99);
        assertThat(FirebirdLoader.block(rows(40), wide)).hasSizeLessThan(65_536);
    }

    private static RowSource rows(int columns) {
        return new RowSource(
                "t", IntStream.range(0, columns).mapToObj(i -> "c" + i).toList(), 1_000, key -> new Object[columns]);
    }
}
