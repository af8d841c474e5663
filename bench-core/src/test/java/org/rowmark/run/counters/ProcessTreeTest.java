package org.rowmark.run.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Counter;
import org.rowmark.run.counters.ProcessTree.ProcessUsage;

/** What a process and its descendants did between two readings. */
class ProcessTreeTest {
    private static final long ROOT = 10;
    private static final long WRITTEN_BY_CHILD = 1 << 20;

    @TempDir
    Path temp;

    @Test
    void adds_up_what_each_process_did() {
        ProcessTree before = tree(of(ROOT, 1, 100, 5, 50), of(11, ROOT, 101, 7, 70));
        ProcessTree after = tree(of(ROOT, 1, 100, 6, 50), of(11, ROOT, 101, 10, 100), of(12, 11, 150, 4, 40));

        assertThat(values(after.since(before)))
                .containsEntry("cpu-time", 1.0 + 3 + 4)
                .containsEntry("bytes-read", 70.0);
    }

    @Test
    void counts_a_child_that_ended_once_with_the_one_that_waited_for_it() {
        ProcessTree before = tree(of(ROOT, 1, 100, 5, 50), of(11, ROOT, 101, 7, 70));
        ProcessTree after = tree(of(ROOT, 1, 100, 5 + 9, 50 + 90));

        assertThat(values(after.since(before))).containsEntry("cpu-time", 2.0).containsEntry("bytes-read", 20.0);
    }

    @Test
    void lets_the_nearest_living_ancestor_answer_for_a_branch_that_ended() {
        ProcessTree before = tree(of(ROOT, 1, 100, 5, 50), of(11, ROOT, 101, 7, 70), of(12, 11, 102, 1, 10));
        ProcessTree after = tree(of(ROOT, 1, 100, 5 + 8, 50 + 80));

        assertThat(values(after.since(before))).containsEntry("cpu-time", 0.0);
    }

    @Test
    void reports_nothing_of_what_a_child_took_along_that_nobody_waited_for() {
        ProcessTree before = tree(of(ROOT, 1, 100, 5, 50), of(11, ROOT, 101, 7, 70), of(12, ROOT, 102, 1, 10));
        ProcessTree after = tree(of(ROOT, 1, 100, 6, 50 + 70), of(12, ROOT, 102, 100, 1000));

        assertThat(values(after.since(before)))
                .doesNotContainKey("cpu-time")
                .containsEntry("bytes-read", 990.0)
                .containsKey("memory");
    }

    @Test
    void takes_a_process_with_the_number_of_one_that_ended_for_a_new_one() {
        ProcessTree before = tree(of(ROOT, 1, 100, 5, 50), of(11, ROOT, 101, 7, 70));
        ProcessTree after = tree(of(ROOT, 1, 100, 5 + 7, 50 + 70), of(11, ROOT, 180, 2, 20));

        assertThat(values(after.since(before))).containsEntry("cpu-time", 2.0).containsEntry("bytes-read", 20.0);
    }

    @Test
    void reports_nothing_but_memory_of_a_server_that_was_started_again() {
        ProcessTree before = tree(of(ROOT, 1, 100, 5, 50));
        ProcessTree after = tree(of(ROOT, 1, 200, 6, 60));

        assertThat(values(after.since(before))).containsOnlyKeys("memory");
    }

    @Test
    void reports_no_bytes_where_those_of_one_process_may_not_be_read() {
        ProcessUsage hidden =
                new ProcessUsage(ROOT, 101, Map.of("cpu-time", 3L), OptionalLong.empty(), OptionalLong.of(0));
        ProcessTree before = tree(of(ROOT, 1, 100, 5, 50), Map.entry(11L, hidden));
        ProcessTree after = tree(of(ROOT, 1, 100, 7, 60), Map.entry(11L, hidden));

        assertThat(values(after.since(before))).isEqualTo(Map.of("cpu-time", 2.0));
    }

    @Test
    void counts_memory_that_processes_share_once() {
        ProcessTree tree = tree(of(ROOT, 1, 100, 5, 50), of(11, ROOT, 101, 7, 70));

        assertThat(tree.since(tree))
                .contains(new Counter("memory", Counter.Kind.PROCESS, "bytes", 2 * 1000 + 300, true));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reads_a_real_tree_and_what_a_child_of_it_wrote_before_it_ended() throws Exception {
        Disk.assumeAt(temp);
        String child = "dd if=/dev/zero of=" + temp.resolve("written") + " bs=" + WRITTEN_BY_CHILD
                + " count=1 conv=fsync 2>/dev/null";
        String script = "(sleep 600; :) & echo begin; read line; " + child + "; echo end; read line; kill %1 $!";
        Process root = new ProcessBuilder("bash", "-c", script).start();
        List<ProcessHandle> others = List.of();
        try (BufferedReader output = root.inputReader()) {
            assertThat(output.readLine()).isEqualTo("begin");
            ProcessTree before = ProcessTree.read(root.pid()).orElseThrow();
            others = root.descendants().toList();
            goOn(root);
            assertThat(output.readLine()).isEqualTo("end");
            ProcessTree after = ProcessTree.read(root.pid()).orElseThrow();

            assertThat(after.processes()).hasSizeGreaterThan(1);
            assertThat(values(after.since(before)).get("bytes-written"))
                    .isGreaterThanOrEqualTo((double) WRITTEN_BY_CHILD)
                    .isLessThan(2.0 * WRITTEN_BY_CHILD);
            assertThat(values(after.since(before)).get("memory")).isPositive();
        } finally {
            root.destroyForcibly().waitFor();
            others.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void reports_nothing_of_a_process_that_is_gone() throws IOException, InterruptedException {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();

        assertThat(ProcessTree.read(gone.pid())).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reads_the_CPU_time_again_of_processes_that_work() {
        ProcessTree tree = ProcessTree.read(ProcessHandle.current().pid()).orElseThrow();
        long before = tree.cpuMillisNow().orElseThrow();

        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        long end = thread.getCurrentThreadCpuTime() + 60_000_000;
        while (thread.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }

        assertThat(tree.cpuMillisNow().orElseThrow() - before).isBetween(20L, 10_000L);
        assertThat(new ProcessTree(-1, Map.of()).cpuMillisNow()).isEmpty();
    }

    private static void goOn(Process process) throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    private static Map.Entry<Long, ProcessUsage> of(long pid, long parent, long started, long cpu, long read) {
        Map<String, Long> counted = Map.of("cpu-time", cpu, "bytes-read", read, "bytes-written", 0L);
        return Map.entry(pid, new ProcessUsage(parent, started, counted, OptionalLong.of(1000), OptionalLong.of(300)));
    }

    @SafeVarargs
    private static ProcessTree tree(Map.Entry<Long, ProcessUsage>... processes) {
        Map<Long, ProcessUsage> byPid = new HashMap<>();
        for (Map.Entry<Long, ProcessUsage> process : processes) {
            byPid.put(process.getKey(), process.getValue());
        }
        return new ProcessTree(ROOT, byPid);
    }

    private static Map<String, Double> values(List<Counter> counters) {
        return counters.stream().collect(Collectors.toMap(Counter::name, Counter::value));
    }
}
