package org.rowmark.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as they were read from machines, below a directory that stands for the root. */
class LinuxFactsTest {
    @TempDir
    Path root;

    @Test
    void reads_what_the_kernel_reports() throws IOException {
        file("proc/meminfo", "MemTotal: 24684084 kB\nHugePages_Total:     512\nHugepagesize:       2048 kB\n");
        file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
        file("proc/sys/vm/swappiness", "60\n");
        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
        file("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");

        assertThat(new LinuxFacts(root).read())
                .containsOnlyKeys("huge pages", "transparent huge pages", "clock source", "swappiness", "governor")
                .containsEntry("huge pages", "512 of 2 MiB")
                .containsEntry("transparent huge pages", "madvise")
                .containsEntry("clock source", "tsc")
                .containsEntry("swappiness", "60")
                .containsEntry("governor", "performance");
    }

    @Test
    void reports_huge_pages_of_other_sizes_where_some_are_set_aside() throws IOException {
        file("proc/meminfo", "HugePages_Total:       0\nHugepagesize:       2048 kB\n");
        file("sys/kernel/mm/hugepages/hugepages-64kB/nr_hugepages", "7\n");
        file("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "0\n");
        file("sys/kernel/mm/hugepages/hugepages-32768kB/nr_hugepages", "0\n");
        file("sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages", "4\n");

        assertThat(new LinuxFacts(root).read()).containsEntry("huge pages", "0 of 2 MiB, 7 of 64 KiB, 4 of 1024 MiB");
    }

    @Test
    void names_all_governors_where_processors_differ() throws IOException {
        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "schedutil\n");
        file("sys/devices/system/cpu/cpu12/cpufreq/scaling_governor", "performance\n");
        file("sys/devices/system/cpu/cpufreq/cpufreq/scaling_governor", "of no processor\n");

        assertThat(new LinuxFacts(root).read()).containsEntry("governor", "performance, schedutil");
    }

    @Test
    void reports_how_long_processors_may_take_to_wake_up_where_it_is_limited() throws IOException {
        Path limit = Files.createDirectories(root.resolve("dev")).resolve("cpu_dma_latency");
        Files.write(limit, inNativeOrder(2_000_000_000));
        assertThat(new LinuxFacts(root).read()).isEmpty();

        Files.write(limit, inNativeOrder(0));
        assertThat(new LinuxFacts(root).read()).containsEntry("processor wake-up", "0 µs at most");
    }

    private static byte[] inNativeOrder(int number) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(number)
                .array();
    }

    @Test
    void has_no_facts_of_files_that_are_missing_or_empty() throws IOException {
        file("proc/meminfo", "MemTotal: 24684084 kB\n");
        file("sys/kernel/mm/transparent_hugepage/enabled", "always madvise never\n");
        file("proc/sys/vm/swappiness", "\n");

        assertThat(new LinuxFacts(root).read()).isEmpty();
    }

    @Test
    void distinguishes_virtual_machines_and_containers_from_real_machines() throws IOException {
        assertThat(new LinuxFacts(root).virtualisation("unknown unknown")).isEmpty();

        file("proc/cpuinfo", "processor : 0\nflags\t\t: fpu vme de\n");
        assertThat(new LinuxFacts(root).virtualisation("Dell Inc. PowerEdge")).contains("none");
        assertThat(new LinuxFacts(root).virtualisation("QEMU Standard PC"))
                .contains("virtual machine (QEMU Standard PC)");

        file(".dockerenv", "");
        assertThat(new LinuxFacts(root).virtualisation("Dell Inc. PowerEdge")).contains("container");

        file("proc/cpuinfo", "processor : 0\nflags\t\t: fpu hypervisor vme\n");
        assertThat(new LinuxFacts(root).virtualisation("unknown unknown")).contains("virtual machine, container");
    }

    @Test
    void takes_the_kernels_word_for_a_container_before_that_of_files() throws IOException {
        assumeThat(root.getFileSystem().getSeparator()).isEqualTo("/");
        file("proc/cpuinfo", "processor : 0\nflags\t\t: fpu vme de\n");
        namespaces("pid:[4026532201]", "uts:[4026532199]");
        assertThat(virtualisation()).contains("container");

        file(".dockerenv", "");
        namespaces("pid:[4026531836]", "uts:[4026532199]");
        assertThat(virtualisation()).contains("container");

        namespaces("pid:[4026531836]", "uts:[4026531838]");
        assertThat(virtualisation()).contains("none");
    }

    private Optional<String> virtualisation() {
        return new LinuxFacts(root).virtualisation("Dell Inc. PowerEdge");
    }

    private void namespaces(String pids, String names) throws IOException {
        link("proc/self/ns/pid", pids);
        link("proc/self/ns/uts", names);
    }

    /** To nothing that exists, as the kernel does it. */
    private void link(String name, String to) throws IOException {
        Path link = root.resolve(name);
        Files.createDirectories(link.getParent());
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(to));
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
