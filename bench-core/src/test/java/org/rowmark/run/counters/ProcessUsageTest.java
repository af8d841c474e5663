package org.rowmark.run.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.run.counters.ProcessTree.ProcessUsage;

/** What Linux writes of a process, and what is made of it. */
class ProcessUsageTest {
    private static final String STAT =
            "14423 (post) gres (x) S 14387 14423 14423 0 -1 4194560 4243 78113 0 21 31 47 202"
                    + " 105 20 0 1 0 238110 225624064 7069 18446744073709551615 94230587801600 94230587821481 140735361779744 0"
                    + " 0 0 0 19935232 84487 0 0 0 17 1 0 0 0 0 0 94230587837488 94230587839104 94230990372864 140735361784514\n";
    private static final String IO = """
            rchar: 6976
            wchar: 77
            syscr: 10
            syscw: 0
            read_bytes: 16343040
            write_bytes: 73408512
            cancelled_write_bytes: 4096
            """;
    private static final String STATUS = """
            Name:\tpostgres
            State:\tS (sleeping)
            VmPeak:\t  220336 kB
            VmRSS:\t   28276 kB
            RssAnon:\t    3036 kB
            RssFile:\t   21364 kB
            RssShmem:\t    3876 kB
            HugetlbPages:\t       0 kB
            """;

    @Test
    void reads_times_with_those_of_children_waited_for_whatever_the_name_is() {
        ProcessUsage use = ProcessUsage.parse(STAT, IO + STATUS);

        assertThat(use.parent()).isEqualTo(14387);
        assertThat(use.started()).isEqualTo(238110);
        assertThat(use.counted())
                .isEqualTo(Map.of(
                        "cpu-time", (31 + 47 + 202 + 105) * 10L, "bytes-read", 16343040L, "bytes-written", 73408512L));
        assertThat(use.privateBytes()).hasValue(3036 * 1024);
        assertThat(use.sharedBytes()).hasValue(3876 * 1024);
    }

    /** So that huge pages on against off is no saving. */
    @Test
    void huge_pages_that_were_set_aside_are_memory_in_use() {
        ProcessUsage use =
                ProcessUsage.parse(STAT, IO + STATUS.replace("HugetlbPages:\t       0", "HugetlbPages:\t  133120"));

        assertThat(use.sharedBytes()).hasValue((3876 + 133120) * 1024);
    }

    @Test
    void knows_neither_bytes_nor_memory_where_they_may_not_be_read() {
        ProcessUsage use = ProcessUsage.parse(STAT, "");

        assertThat(use.counted()).containsOnlyKeys("cpu-time");
        assertThat(use.privateBytes()).isEmpty();
        assertThat(use.sharedBytes()).isEmpty();
    }

    @Test
    void gives_no_memory_to_a_process_that_has_ended() {
        ProcessUsage use = ProcessUsage.parse(STAT.replace(") S ", ") Z "), IO + "State:\tZ (zombie)\n");

        assertThat(use.privateBytes()).hasValue(0);
        assertThat(use.sharedBytes()).hasValue(0);
    }
}
