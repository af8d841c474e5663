package org.rowmark.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannedCellTest {
    private final PlannedCell service = restore(1, "gbak-service");
    private final PlannedCell tcp = restore(2, "gbak-tcp");
    private final PlannedCell ping = new PlannedCell(3, "firebird", "ping", "", Map.of());

    @Test
    void a_label_begins_with_what_varies_within_a_workload() {
        assertThat(tcp.label(List.of(service, tcp, ping)))
                .isEqualTo("restore way=gbak-tcp buffers=default jobs=1 on firebird");
        assertThat(tcp.varying(List.of(service, tcp, ping))).containsExactly(Map.entry("way", "gbak-tcp"));
        assertThat(tcp.label(List.of(tcp, ping))).isEqualTo(tcp.label());
        assertThat(tcp.varying(List.of(tcp, ping))).isEmpty();
    }

    private static PlannedCell restore(int number, String way) {
        return new PlannedCell(
                number, "firebird", "restore", "", Map.of("buffers", "default", "jobs", "1", "way", way));
    }
}
