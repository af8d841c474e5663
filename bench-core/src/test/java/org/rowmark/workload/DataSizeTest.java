package org.rowmark.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.workload.WorkloadInfo.DataSize;

/** The value of a parameter that makes data of a size. */
class DataSizeTest {
    /** A fixed part of 10 MB, and 100 bytes for each row of a unit. */
    private static final class Units implements DataSize {
        @Override
        public String parameter() {
            return "units";
        }

        @Override
        public long bytes(Map<String, String> values) {
            return 10_000_000 + 100 * Long.parseLong(values.get("rows")) * Long.parseLong(values.get("units"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "110e6, 1000000, 1",
        "110000001, 1000000, 2",
        "1010e6, 1000000, 10",
        "1010e6, 500000, 20",
        "1, 1000000, 1"
    })
    void is_the_least_with_so_many_bytes(double bytes, String rows, String units) {
        assertThat(new Units().least(bytes, Map.of("rows", rows, "units", "7"))).isEqualTo(units);
    }
}
