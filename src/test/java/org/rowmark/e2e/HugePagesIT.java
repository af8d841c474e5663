package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study of huge pages on a machine whose kernel has some. */
@Tag("slow")
class HugePagesIT {
    private static final Path NR_HUGEPAGES = Path.of("/proc/sys/vm/nr_hugepages");
    private static final int NEEDED = 60;

    @TempDir
    Path temp;

    @Test
    void the_study_of_huge_pages_compares_servers_with_and_without_them() throws Exception {
        RequiredServers.assume("mysql-5.7");
        assumeTrue(
                System.getProperty("user.name").equals("root") && pages() >= NEEDED,
                "needs root, and sysctl -w vm.nr_hugepages=" + NEEDED);
        temp.toFile().setExecutable(true, false);

        Cli.Result result = Cli.in(temp)
                .run(("run --study huge-pages --target mysql-5.7 --rounds 1 --scale 0.0005"
                                + " --vary innodb_buffer_pool_size=16M --out out --data-dir data")
                        .split(" ", -1));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(Files.readString(temp.resolve("out/report.md")))
                .containsPattern("\\| huge pages held \\| 0 MiB \\| [1-9]\\d* MiB \\|")
                .containsPattern("\\| 5-join-four \\|.*\\| 0.35 \\|");
    }

    private static int pages() throws IOException {
        return Files.exists(NR_HUGEPAGES)
                ? Integer.parseInt(Files.readAllLines(NR_HUGEPAGES).get(0)) // readString reads the first digit only
                : 0;
    }
}
