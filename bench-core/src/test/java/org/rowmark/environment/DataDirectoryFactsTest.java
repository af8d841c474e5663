package org.rowmark.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mounts and disks as the kernel lists them. */
class DataDirectoryFactsTest {
    private static final List<String> MOUNTS = List.of(
            "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard,resuid=65534",
            "30 27 0:27 / /srv/data rw,nosuid - tmpfs tmpfs rw,size=1k",
            "31 27 253:1 / /srv/data rw,noatime shared:1 master:2 - xfs /dev/mapper/vg-data rw,attr2",
            "32 27 8:1 / /srv/data/with\\040space ro - ext4 /dev/sda1 ro",
            "33 27 0:31 / /srv/layers rw - overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/ABCDEFGH:/var/lib",
            "nonsense");

    @TempDir
    Path root;

    @BeforeEach
    void onlyWithSuchPaths() {
        assumeThat(root.getFileSystem().getSeparator()).isEqualTo("/");
    }

    @Test
    void the_nearest_mount_holds_a_path_and_the_last_one_hides_the_others() {
        assertThat(holding("/srv/data/base").source()).isEqualTo("/dev/mapper/vg-data");
        assertThat(holding("/srv/data/with space/x").device()).isEqualTo("8:1");
        assertThat(holding("/srv/database").source()).isEqualTo("/dev/vda");
        assertThat(holding("/").type()).isEqualTo("ext4");
        assertThat(Mount.holding(Path.of("/x"), List.of("nonsense", ""))).isEmpty();
    }

    @Test
    void options_stand_once_and_long_ones_by_their_name() {
        assertThat(holding("/x").optionsInShort()).isEqualTo("rw,relatime,discard,resuid=65534");
        assertThat(holding("/srv/layers/x").optionsInShort()).isEqualTo("rw,lowerdir=…");
    }

    @Test
    void the_scheduler_is_that_of_the_disk() throws IOException {
        file("sys/devices/vda/queue/scheduler", "none [mq-deadline] kyber\n");
        link("sys/dev/block/254:0", "sys/devices/vda");

        assertThat(scheduler("/x")).contains("mq-deadline");
    }

    @Test
    void a_part_of_a_disk_has_the_scheduler_of_the_whole() throws IOException {
        file("sys/devices/sda/queue/scheduler", "[bfq] none\n");
        file("sys/devices/sda/sda1/start", "2048\n");
        link("sys/dev/block/8:1", "sys/devices/sda/sda1");

        assertThat(scheduler("/srv/data/with space/x")).contains("bfq");
    }

    @Test
    void a_logical_volume_has_the_schedulers_of_its_disks() throws IOException {
        file("sys/devices/sda/queue/scheduler", "[bfq] none\n");
        file("sys/devices/sdb/queue/scheduler", "[none]\n");
        file("sys/devices/dm-1/queue/scheduler", "none\n");
        link("sys/devices/dm-1/slaves/sda", "sys/devices/sda");
        link("sys/devices/dm-1/slaves/sdb", "sys/devices/sdb");
        link("sys/dev/block/253:1", "sys/devices/dm-1");

        assertThat(scheduler("/srv/data/base")).contains("bfq, none");
    }

    @Test
    void a_file_system_with_a_number_of_its_own_is_found_by_its_source() throws IOException {
        file("sys/devices/sdc/queue/scheduler", "[kyber] none\n");
        link("sys/class/block/sdc", "sys/devices/sdc");
        Mount mount = Mount.parse("40 1 0:55 / /b rw - btrfs /dev/sdc rw").orElseThrow();

        assertThat(new DataDirectoryFacts(new SystemFiles(root)).scheduler(mount))
                .contains("kyber");
    }

    @Test
    void without_a_disk_or_its_files_there_is_no_scheduler() {
        assertThat(scheduler("/x")).isEmpty();
        assertThat(scheduler("/srv/layers/x")).isEmpty();
    }

    @Test
    void where_there_is_no_list_of_mounts_java_names_the_file_system() {
        assertThat(new DataDirectoryFacts(new SystemFiles(root)).of(root)).containsOnlyKeys("file system");
        assertThat(new DataDirectoryFacts(new SystemFiles(root)).of(root.resolve("not there")))
                .isEmpty();
    }

    @Test
    void this_machine_reports_its_kernel_its_cores_and_what_a_directory_lies_on() throws IOException {
        HostFacts host = HostFacts.look();

        assertThat(host.machine())
                .containsKeys("os", "cpu", "physical cores", "memory")
                .doesNotContainKey("file system");
        assertThat(host.machine())
                .containsEntry("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        assertThat(host.machine().values()).noneMatch(String::isBlank);
        assertThat(host.at(root)).containsKey("file system").containsAllEntriesOf(host.machine());
        if (System.getProperty("os.name").equals("Linux")) {
            assertThat(host.machine()).containsEntry("kernel", System.getProperty("os.version"));
            assertThat(host.machine().getOrDefault("swappiness", "")).isEqualTo(printed("/proc/sys/vm/swappiness"));
            assertThat(host.machine().get("memory")).matches("\\d+\\.\\d GiB");
            assertThat(host.at(root).get("mount options")).contains("rw");
        }
    }

    private static String printed(String file) throws IOException {
        Process cat = new ProcessBuilder("cat", file).start();
        return new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    }

    private static Mount holding(String path) {
        return Mount.holding(Path.of(path), MOUNTS).orElseThrow();
    }

    private Optional<String> scheduler(String path) {
        return new DataDirectoryFacts(new SystemFiles(root)).scheduler(holding(path));
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void link(String name, String to) throws IOException {
        Path link = root.resolve(name);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, root.resolve(to));
    }
}
