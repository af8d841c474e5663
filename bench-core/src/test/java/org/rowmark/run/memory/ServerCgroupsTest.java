package org.rowmark.run.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** Cgroups of servers, in files that are like those of the kernel. */
class ServerCgroupsTest {
    private static final Target SERVER =
            Target.builtIn("server", "mariadb", ServerKind.LOCAL).withSettings(Map.of("memory", "1G"));

    @TempDir
    Path root;

    @Test
    void limit_a_server_to_its_memory_and_what_it_takes_besides() throws IOException {
        files("cpu memory", "cpu memory");
        try (ServerCgroups cgroups = new ServerCgroups(Optional.of(new MemoryController(root, 2)))) {
            List<String> prefix = cgroups.prefix(SERVER);

            Path made = Path.of(prefix.get(3)).getParent();
            assertThat(prefix.subList(0, 3)).containsExactly("sh", "-c", "echo $$ > \"$0\" && exec \"$@\"");
            assertThat(made.getParent()).isEqualTo(root);
            assertThat(made.resolve("memory.max")).hasContent(Long.toString((1024L + 256 + 256) << 20));
            assertThat(cgroups.facts(SERVER)).containsValue("1536M by a cgroup");
            Files.delete(made.resolve("memory.max")); // which the kernel removes with the directory
        }
        assertThat(root).isDirectoryNotContaining("glob:**rowmark*");
    }

    @Test
    void are_removed_though_one_of_them_is_busy_and_that_one_when_it_no_longer_is() throws IOException {
        files("cpu memory", "cpu");
        ServerCgroups cgroups = new ServerCgroups(Optional.of(new MemoryController(root, 2)));
        Path idle = Path.of(cgroups.prefix(SERVER).get(3)).getParent();
        Files.delete(idle.resolve("memory.max"));
        Path busy = Path.of(cgroups.prefix(Target.builtIn("other", "mariadb", ServerKind.LOCAL)
                                .withSettings(Map.of("memory", "1G")))
                        .get(3))
                .getParent();

        cgroups.close();

        assertThat(idle).doesNotExist();
        assertThat(busy).exists();
        assertThat(root.resolve("cgroup.subtree_control")).hasContent("+memory");

        Files.delete(busy.resolve("memory.max"));
        cgroups.close();

        assertThat(busy).doesNotExist();
        assertThat(root.resolve("cgroup.subtree_control")).hasContent("-memory");
    }

    @ParameterizedTest
    @CsvSource({"max, -memory", "1073741824, +memory"})
    void put_the_controller_back_that_they_needed_unless_another_needs_it(String limit, String last)
            throws IOException {
        files("cpu memory", "cpu");
        Path other = Files.createDirectory(root.resolve("other"));
        Files.writeString(other.resolve("memory.max"), limit);
        Files.writeString(other.resolve("cgroup.subtree_control"), "");
        try (ServerCgroups cgroups = new ServerCgroups(Optional.of(new MemoryController(root, 2)))) {
            Path made = Path.of(cgroups.prefix(SERVER).get(3)).getParent();
            assertThat(root.resolve("cgroup.subtree_control")).hasContent("+memory");
            Files.delete(made.resolve("memory.max"));
        }
        assertThat(root.resolve("cgroup.subtree_control")).hasContent(last);
    }

    @Test
    void leave_servers_alone_that_are_not_private_or_have_no_memory_set() throws IOException {
        files("memory", "memory");
        try (ServerCgroups cgroups = new ServerCgroups(Optional.of(new MemoryController(root, 2)))) {
            assertThat(cgroups.prefix(SERVER.withSettings(Map.of()))).isEmpty();
            assertThat(cgroups.prefix(Target.external("far", "mariadb", "jdbc:mariadb://far/x")
                            .withSettings(Map.of("memory", "1G"))))
                    .isEmpty();
        }
    }

    @Test
    void limit_a_server_where_the_controller_has_a_hierarchy_of_its_own() throws IOException {
        try (ServerCgroups cgroups = new ServerCgroups(Optional.of(new MemoryController(root, 1)))) {
            Path made = Path.of(cgroups.prefix(SERVER).get(3)).getParent();

            assertThat(made.resolve("memory.limit_in_bytes")).hasContent(Long.toString((1024L + 256 + 256) << 20));
            Files.delete(made.resolve("memory.limit_in_bytes"));
        }
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void are_refused_where_the_system_cannot_limit_memory() throws IOException {
        files("cpu", "");

        assertThatThrownBy(() -> ServerCgroups.in(mounts("cpu,cpuacct")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--cgroup: no cgroup with the controller memory is mounted; it needs Linux and root; leave"
                        + " it out, and the report states that the system's cache is not limited");
    }

    @Test
    void are_found_where_the_system_has_mounted_them() throws IOException {
        files("cpu", "");
        assertThat(MemoryController.of(mounts("rw,memory")))
                .hasValue(new MemoryController(Path.of("/sys/fs/cgroup/one"), 1));
        files("cpu memory", "");
        assertThat(MemoryController.of(mounts("rw,cpu"))).hasValue(new MemoryController(root, 2));
    }

    /** @param options of a hierarchy of version 1, beside one of version 2 */
    private List<String> mounts(String options) {
        return List.of(
                "tmpfs /sys/fs/cgroup tmpfs rw 0 0",
                "cgroup /sys/fs/cgroup/one cgroup " + options + " 0 0",
                "cgroup2 " + root + " cgroup2 rw 0 0");
    }

    private void files(String controllers, String subtree) throws IOException {
        Files.writeString(root.resolve("cgroup.controllers"), controllers);
        Files.writeString(root.resolve("cgroup.subtree_control"), subtree);
    }
}
