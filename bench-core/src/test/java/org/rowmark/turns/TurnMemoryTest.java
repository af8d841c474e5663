package org.rowmark.turns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnMemoryTest {
    @Test
    void needs_memory_for_all_forks_at_once() {
        assertThat(TurnRunner.memoryProblem(1L << 30, 3)).isEmpty();
        assertThat(TurnRunner.memoryProblem(1L << 30, 4).orElseThrow())
                .contains(
                        "1.0 GiB of memory is available, and 4 forks and a reserve need 1.3 GiB; use --order interleaved");
    }
}
