package org.rowmark.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.options.Pinning.CpuSet;
import org.rowmark.util.UsageException;

/** CPUs of a process that may use 2, 3 and 8 to 11 of a machine that has 0 to 9. */
class CpuSetTest {
    @TempDir
    Path temp;

    private Path status;
    private Path online;

    @BeforeEach
    void write() throws IOException {
        status = Files.writeString(temp.resolve("status"), "Name:\tjava\nCpus_allowed_list:\t2-3,8-11\n");
        online = Files.writeString(temp.resolve("online"), "0-9\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3", "2-3", "8-9", "2,8-9", "9,3"})
    void takes_the_cpus_that_the_process_may_use(String text) {
        assertThat(parse(text)).isEqualTo(new CpuSet(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1-2", "3-8", "10", "9-10", "4096", "3-2", "2,", "", "a"})
    void refuses_others_with_those_that_it_may_use(String text) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessage("--pin-client '" + text + "': give some of the CPUs 2-3,8-9 that this process may use,"
                        + " such as 0 or 0-1,3; a range begins with the lower one");
    }

    @Test
    void all_allowed_cpus_are_usable_where_no_file_lists_those_that_run() {
        assertThat(CpuSet.parse("--pin-client", "10-11", status, temp.resolve("none")))
                .isEqualTo(new CpuSet("10-11"));
    }

    @Test
    void a_system_without_the_files_of_linux_is_refused() {
        assertThatThrownBy(() -> CpuSet.parse("--pin-server", "0", temp.resolve("none"), online))
                .isInstanceOf(UsageException.class)
                .hasMessage("--pin-server 0: needs Linux; leave it out");
    }

    private CpuSet parse(String text) {
        return CpuSet.parse("--pin-client", text, status, online);
    }
}
