package org.rowmark.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mounts and disks as the kernel lists them. */
class DataDirectoryFactsTest {
    private static final String MOUNTS = """
            /dev/vda / ext4 rw,relatime,discard,resuid=65534 0 0
            tmpfs /srv/data tmpfs rw,nosuid,size=1k 0 0
            /dev/mapper/vg-data /srv/data xfs rw,noatime,attr2 0 0
            /dev/sda1 /srv/data/with\\040space ext4 ro 0 0
            overlay /srv/layers overlay rw,lowerdir=/var/lib/docker/overlay2/l/ABCDEFGH:/var/lib 0 0
            nonsense
            """;

    @TempDir
    Path root;

    @BeforeEach
    void onlyWithSuchPaths() {
        assumeThat(root.getFileSystem().getSeparator()).isEqualTo("/");
    }

    @Test
    void the_nearest_mount_holds_a_path_and_the_last_one_hides_the_others() throws IOException {
        assertThat(options("/")).isEmpty();

        file("proc/self/mounts", MOUNTS);

        assertThat(options("/srv/data/base")).contains("rw,noatime,attr2");
        assertThat(options("/srv/data/with space/x")).contains("ro");
        assertThat(options("/srv/database")).contains("rw,relatime,discard,resuid=65534");
        assertThat(options("/")).contains("rw,relatime,discard,resuid=65534");
    }

    @Test
    void long_options_stand_by_their_name() throws IOException {
        file("proc/self/mounts", MOUNTS);

        assertThat(options("/srv/layers/x")).contains("rw,lowerdir=…");
    }

    @Test
    void the_scheduler_is_that_of_the_disk() throws IOException {
        file("sys/devices/vda/queue/scheduler", "none [mq-deadline] kyber\n");
        link("sys/dev/block/254:0", "sys/devices/vda");

        assertThat(scheduler("254:0", "/dev/vda")).contains("mq-deadline");
    }

    @Test
    void a_part_of_a_disk_has_the_scheduler_of_the_whole() throws IOException {
        file("sys/devices/sda/queue/scheduler", "[bfq] none\n");
        file("sys/devices/sda/sda1/start", "2048\n");
        link("sys/dev/block/8:1", "sys/devices/sda/sda1");

        assertThat(scheduler("8:1", "/dev/sda1")).contains("bfq");
    }

    @Test
    void a_logical_volume_has_the_schedulers_of_its_disks() throws IOException {
        file("sys/devices/sda/queue/scheduler", "[bfq] none\n");
        file("sys/devices/sdb/queue/scheduler", "[none]\n");
        file("sys/devices/dm-1/queue/scheduler", "none\n");
        link("sys/devices/dm-1/slaves/sda", "sys/devices/sda");
        link("sys/devices/dm-1/slaves/sdb", "sys/devices/sdb");
        link("sys/dev/block/253:1", "sys/devices/dm-1");

        assertThat(scheduler("253:1", "/dev/mapper/vg-data")).contains("bfq, none");
    }

    @Test
    void a_file_system_with_a_number_of_its_own_is_found_by_its_source() throws IOException {
        file("sys/devices/sdc/queue/scheduler", "[kyber] none\n");
        link("sys/class/block/sdc", "sys/devices/sdc");

        assertThat(scheduler("0:55", "/dev/sdc")).contains("kyber");
    }

    @Test
    void without_a_disk_or_its_files_there_is_no_scheduler() {
        assertThat(scheduler("254:0", "/dev/vda")).isEmpty();
        assertThat(scheduler("0:31", "overlay")).isEmpty();
    }

    @Test
    void where_there_is_no_list_of_mounts_java_names_the_file_system() {
        assertThat(new LinuxFacts(root).of(root)).containsOnlyKeys("file system");
        assertThat(new LinuxFacts(root).of(root.resolve("not there"))).isEmpty();
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

    private Optional<String> options(String path) {
        return new LinuxFacts(root).mountOptions(Path.of(path));
    }

    private Optional<String> scheduler(String device, String source) {
        return new LinuxFacts(root).scheduler(device, source);
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
