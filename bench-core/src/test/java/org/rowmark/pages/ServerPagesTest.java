package org.rowmark.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerPagesTest {
    private static final List<String> STATUS = List.of("Name:\tmysqld", "HugetlbPages:\t   10240 kB", "Threads:\t28");

    private static final List<String> MAPPINGS = """
            7f0000000000-7f0008800000 rw-s 00000000 00:0f 4  /SYSV00000000 (deleted)
            Size:             139264 kB
            KernelPageSize:     2048 kB
            AnonHugePages:         0 kB
            VmFlags: rd wr sh mr mw me ms de ht sd
            7f0010000000-7f0010400000 rw-p 00000000 00:00 0
            Size:               4096 kB
            AnonHugePages:      2048 kB
            VmFlags: rd wr mr mw me ac sd
            """.lines().toList();

    @Test
    void adds_up_the_mappings_in_huge_pages_and_the_transparent_ones() {
        assertThat(ServerPages.parse(STATUS, MAPPINGS)).isEqualTo(new ServerPages(10L << 20, 136L << 20, 2L << 20));
    }

    @Test
    void counts_as_on_only_what_is_mapped_in_full_and_held() {
        long pool = 136L << 20;

        assertThat(new ServerPages(10L << 20, pool, 0).problem(pool)).isEmpty();
        assertThat(new ServerPages(0, pool, 0).problem(pool)).isPresent();
        assertThat(new ServerPages(10L << 20, pool / 2, 0).problem(pool))
                .contains("the server has 68 MiB of 136 MiB in huge pages, of which it holds 10 MiB");
    }

    @Test
    void counts_as_off_only_what_holds_none() {
        assertThat(new ServerPages(0, 0, 8L << 20).problem(0)).isEmpty();
        assertThat(new ServerPages(2L << 20, 0, 0).problem(0))
                .contains("the server holds 2 MiB in huge pages although they are off");
    }

    @Test
    void states_the_most_that_was_found() {
        ServerPages early = new ServerPages(10L << 20, 136L << 20, 0);
        ServerPages late = new ServerPages(130L << 20, 136L << 20, 4L << 20);

        assertThat(early.most(late).facts())
                .isEqualTo(Map.of("huge pages held", "130 MiB", "transparent huge pages held", "4 MiB"));
    }
}
