package org.rowmark.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** Cgroups of servers, in files that are like those of the kernel. */
class ServerCgroupsTest {
    private static final Target SERVER =
            Target.builtIn("server", "mariadb", ServerKind.LOCAL).withSettings(Map.of("memory", "1G"));

    /** As in /proc/self/cgroup. */
    private static final List<String> MEMBERSHIPS = List.of("4:memory:/of/memory", "2:cpu,cpuacct:/other", "0::/a/run");

    @TempDir
    Path root;

    private ServerCgroups.Parent parent;

    @BeforeEach
    void setUp() {
        parent = new ServerCgroups.Parent(root, "memory.max");
    }

    @Test
    void limit_a_server_to_its_memory_and_what_it_takes_besides() throws IOException {
        try (ServerCgroups cgroups = new ServerCgroups(Optional.of(parent))) {
            List<String> prefix = cgroups.prefix(SERVER);

            Path made = Path.of(prefix.get(3)).getParent();
            assertThat(prefix.subList(0, 3)).containsExactly("sh", "-c", "echo $$ > \"$0\" && exec \"$@\"");
            assertThat(made.getParent()).isEqualTo(root);
            assertThat(made.resolve("memory.max")).hasContent(Long.toString((1024L + 256 + 256) << 20));
            assertThat(cgroups.facts(SERVER)).containsValue("1536M by a cgroup");
        }
        assertThat(root).isDirectoryNotContaining("glob:**rowmark*");
    }

    @Test
    void leave_servers_alone_that_are_not_private_or_have_no_memory_set() throws IOException {
        try (ServerCgroups cgroups = new ServerCgroups(Optional.of(parent))) {
            assertThat(cgroups.prefix(SERVER.withSettings(Map.of()))).isEmpty();
            assertThat(cgroups.prefix(Target.external("far", "mariadb", "jdbc:mariadb://far/x")
                            .withSettings(Map.of("memory", "1G"))))
                    .isEmpty();
        }
    }

    @Test
    void limit_a_server_where_the_controller_has_a_hierarchy_of_its_own() throws IOException {
        try (ServerCgroups cgroups =
                new ServerCgroups(Optional.of(new ServerCgroups.Parent(root, "memory.limit_in_bytes")))) {
            Path made = Path.of(cgroups.prefix(SERVER).get(3)).getParent();

            assertThat(made.resolve("memory.limit_in_bytes")).hasContent(Long.toString((1024L + 256 + 256) << 20));
        }
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void are_refused_where_the_system_cannot_limit_memory() throws IOException {
        files(root, "cpu", "");

        assertThatThrownBy(() -> ServerCgroups.Parent.of(mounts("cpu,cpuacct"), MEMBERSHIPS))
                .isInstanceOf(UsageException.class)
                .hasMessage("--cgroup: no cgroup with the controller memory is mounted; it needs Linux and root; leave"
                        + " it out, and the report states that the system's cache is not limited");
    }

    @Test
    void are_made_in_the_cgroup_of_the_run_where_memory_has_a_hierarchy_of_its_own() throws IOException {
        files(root, "cpu", "");
        Path one = Files.createDirectories(root.resolve("one"));

        assertThat(ServerCgroups.Parent.of(mounts("rw,memory"), MEMBERSHIPS).directory())
                .as("of the run is not visible")
                .isEqualTo(one);
        Path own = Files.createDirectories(one.resolve("of/memory"));
        assertThat(ServerCgroups.Parent.of(mounts("rw,memory"), MEMBERSHIPS))
                .isEqualTo(new ServerCgroups.Parent(own, "memory.limit_in_bytes"));
    }

    @Test
    void are_made_in_the_nearest_cgroup_to_which_memory_is_delegated() throws IOException {
        files(root, "cpu memory", "cpu memory");
        files(root.resolve("a"), "cpu memory", "memory");
        files(root.resolve("a/run"), "memory", "");

        assertThat(ServerCgroups.Parent.of(mounts("rw,cpu"), MEMBERSHIPS))
                .isEqualTo(new ServerCgroups.Parent(root.resolve("a"), "memory.max"));
    }

    @Test
    void that_cannot_be_made_name_the_command_that_delegates_memory() throws IOException {
        files(root, "cpu memory", "cpu");
        String delegating = "echo +memory > " + root.resolve("cgroup.subtree_control") + ";";

        assertThatThrownBy(() -> ServerCgroups.Parent.of(mounts("rw,cpu"), MEMBERSHIPS))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("execute, as root: " + delegating);

        Files.createFile(root.resolve("cgroup.type")); // as in a container
        assertThatThrownBy(() -> ServerCgroups.Parent.of(mounts("rw,cpu"), MEMBERSHIPS))
                .hasMessageContaining("execute, as root: mkdir " + root + "/others; for pid in ")
                .hasMessageContaining("done; " + delegating);
    }

    /** @param options of a hierarchy of version 1, beside one of version 2 */
    private List<String> mounts(String options) {
        return List.of(
                "tmpfs /sys/fs/cgroup tmpfs rw 0 0",
                "cgroup " + root + "/one cgroup " + options + " 0 0",
                "cgroup2 " + root + " cgroup2 rw 0 0");
    }

    private static void files(Path cgroup, String controllers, String subtree) throws IOException {
        Files.createDirectories(cgroup);
        Files.writeString(cgroup.resolve("cgroup.controllers"), controllers);
        Files.writeString(cgroup.resolve("cgroup.subtree_control"), subtree);
    }
}
