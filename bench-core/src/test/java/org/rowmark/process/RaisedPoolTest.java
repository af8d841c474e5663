package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pool of huge pages, with a directory in place of /proc: its kernel gives 40 pages, whatever is set. */
class RaisedPoolTest {
    @TempDir
    Path proc;

    private final List<String> warnings = new ArrayList<>();
    private Path size;
    private Path record;

    @BeforeEach
    void makeProc() throws IOException {
        size = Files.createDirectories(proc.resolve("sys/vm")).resolve("nr_hugepages");
        Files.writeString(size, "7\n");
        Files.writeString(
                Files.createDirectories(proc.resolve("sys/kernel/random")).resolve("boot_id"), "this-start\n");
        Files.writeString(proc.resolve("meminfo"), """
                MemTotal:       24683544 kB
                HugePages_Total:      40
                HugePages_Free:       35
                HugePages_Rsvd:        3
                Hugepagesize:       2048 kB
                """);
        record = proc.resolve("cache/huge-pages.properties");
    }

    private KernelPool kernel() {
        return new KernelPool(proc);
    }

    private String set() throws IOException {
        return Files.readString(size).strip();
    }

    @Test
    void adds_what_is_needed_to_what_is_in_use_and_puts_back_the_earlier_number() throws IOException {
        try (RaisedPool pool = new RaisedPool(kernel(), record)) {
            pool.raise(100);

            assertThat(set()).isEqualTo("108"); // 5 are touched, 3 are reserved
            assertThat(record).content().contains("earlier=7", "boot=this-start");
        }

        assertThat(set()).isEqualTo("7");
        assertThat(record).doesNotExist();
    }

    @Test
    void returns_how_many_pages_were_got() throws IOException {
        try (RaisedPool pool = new RaisedPool(kernel(), record)) {
            assertThat(pool.raise(100)).isEqualTo(32);
        }
    }

    @Test
    void leaves_a_pool_alone_that_is_large_enough() throws IOException {
        try (RaisedPool pool = new RaisedPool(kernel(), record)) {
            assertThat(pool.raise(32)).isEqualTo(32);
            assertThat(record).doesNotExist();
        }

        assertThat(set()).isEqualTo("7");
    }

    @Test
    void puts_back_what_a_killed_process_has_left() throws IOException {
        left(Long.toString(Long.MAX_VALUE), "this-start");

        RaisedPool.putBackOfKilled(kernel(), record, warnings::add);

        assertThat(set()).isEqualTo("7");
        assertThat(record).doesNotExist();
        assertThat(warnings).containsExactly("rowmark: vm.nr_hugepages is 7 again, which a killed run had raised");
    }

    @Test
    void puts_back_what_a_process_has_left_whose_id_another_one_has() throws IOException {
        left(Long.toString(ProcessHandle.current().pid()), "this-start");

        RaisedPool.putBackOfKilled(kernel(), record, warnings::add);

        assertThat(set()).isEqualTo("7");
    }

    @Test
    void leaves_alone_what_a_living_process_has_raised() throws IOException {
        try (RaisedPool pool = new RaisedPool(kernel(), record)) {
            pool.raise(100);

            RaisedPool.putBackOfKilled(kernel(), record, warnings::add);

            assertThat(set()).isEqualTo("108");
            assertThatThrownBy(() -> new RaisedPool(kernel(), record).raise(200))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another run has set it");
        }
    }

    @Test
    void leaves_alone_what_a_process_of_another_container_has_raised() throws IOException {
        left(Long.toString(Long.MAX_VALUE), "this-start");
        Files.writeString(record, "namespace=pid:[1]\n", StandardOpenOption.APPEND);

        RaisedPool.putBackOfKilled(kernel(), record, warnings::add);

        assertThat(set()).isEqualTo("500");
        assertThat(record).exists();
        assertThat(warnings).isEmpty();
    }

    @Test
    void forgets_what_was_raised_before_the_system_was_started() throws IOException {
        left(Long.toString(Long.MAX_VALUE), "an-earlier-start");

        RaisedPool.putBackOfKilled(kernel(), record, warnings::add);

        assertThat(set()).isEqualTo("500");
        assertThat(record).doesNotExist();
    }

    @Test
    void names_the_line_to_type_where_it_cannot_be_put_back() throws IOException {
        RaisedPool pool = new RaisedPool(kernel(), record);
        pool.raise(100);
        Files.delete(size);

        RaisedPool.putBackOfKilled(kernel(), record, warnings::add); // it lives
        left(Long.toString(Long.MAX_VALUE), "this-start");
        Files.delete(size);
        RaisedPool.putBackOfKilled(kernel(), record, warnings::add);

        assertThat(warnings).singleElement().asString().contains("type: sysctl -w vm.nr_hugepages=7");
        assertThat(record).exists();
        Files.writeString(size, "1");
        pool.close();
    }

    private void left(String pid, String boot) throws IOException {
        Files.writeString(size, "500");
        Files.createDirectories(record.getParent());
        Files.writeString(record, "earlier=7\npid=" + pid + "\nstart=2026-01-01T00:00:00Z\nboot=" + boot + "\n");
    }
}
