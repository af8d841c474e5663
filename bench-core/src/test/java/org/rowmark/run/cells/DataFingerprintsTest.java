package org.rowmark.run.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.run.cells.CheckedTargets.DataFingerprints;

class DataFingerprintsTest {
    @Test
    void keeps_all_fingerprints_by_table() {
        DataFingerprints found = new DataFingerprints();
        found.add("a", Map.of("t", "10 rows"));
        found.add("a", Map.of("t", "20 rows", "u", "1 row"));
        found.add("a", Map.of("t", "10 rows"));

        assertThat(found.of("a")).isEqualTo(Map.of("t", "10 rows; 20 rows", "u", "1 row"));
        assertThat(found.of("b")).isEmpty();
    }
}
