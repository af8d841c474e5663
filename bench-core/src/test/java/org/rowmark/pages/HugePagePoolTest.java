package org.rowmark.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.rowmark.util.UsageException;

class HugePagePoolTest {
    private static final String MEMORY = """
            MemTotal:       24630784 kB
            HugePages_Total:      80
            HugePages_Free:       70
            HugePages_Rsvd:        5
            HugePages_Surp:        0
            Hugepagesize:       2048 kB
            """;

    @Test
    void wants_pages_for_all_servers_beside_those_in_use() {
        LargePagesCheck.Pool pool = LargePagesCheck.Pool.of(MEMORY);

        assertThat(pool.inUse()).isEqualTo(15);
        assertThat(pool.wanted(128 << 20, 1)).isEqualTo(15 + 68 + 32); // 128 MiB, a 16th of it, 64 MiB
        assertThat(pool.wanted(256 << 20, 2)).isEqualTo(15 + 136 + 64);
    }

    @Test
    void refuses_a_kernel_without_huge_pages() {
        assertThatThrownBy(() -> LargePagesCheck.Pool.of("MemTotal: 24630784 kB"))
                .isInstanceOf(UsageException.class)
                .hasMessage("the kernel has no huge pages");
    }
}
