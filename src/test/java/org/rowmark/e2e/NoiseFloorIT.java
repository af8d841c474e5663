package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.AaResult;
import org.rowmark.result.Manifest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.directory.RunDirectory;

/**
 * A target against itself, and what later runs know of it; AaResultTest, NoiseFloorsTest and NoiseFloorTableIT have each
 * part of that.
 */
@Tag("slow")
class NoiseFloorIT {
    @TempDir
    Path temp;

    private Path directory;
    private Cli cli;

    @BeforeEach
    void keepAwayFromTheUsersCache() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
        cli = Cli.in(directory).andCache(temp.resolve("cache"));
    }

    @Test
    void prints_the_noise_floor_and_hands_it_on_to_later_runs() throws Exception {
        Cli.Result aa = tiny("aa", "--rounds", "5", "--out", "aa");

        assertThat(aa.exitCode()).as(aa.toString()).isZero();
        assertThat(aa.out())
                .containsPattern("(?m)^ +ratio +95 % interval +noise floor +5 rounds +10 rounds +20 rounds +30 rounds$")
                .containsPattern("(?m)^connect source=pool +[\\d.]+× .* at 5 rounds .* (same|differs)$");
        Manifest ofAa = RunDirectory.read(directory.resolve("aa")).manifest();
        assertThat(ofAa.method().isAa()).isTrue();
        assertThat(ofAa.noiseFloor()).isEmpty();
        assertThat(ofAa.cells()).extracting(PlannedCell::target).containsExactly("h2-mem", "h2-mem-again");
        assertThat(ofAa.request().command()).startsWith("./rowmark aa connect --target h2-mem ");

        assertThat(tiny("run", "--rounds", "1", "--out", "after").exitCode()).isZero();
        AaResult floor = RunDirectory.read(directory.resolve("after"))
                .manifest()
                .noiseFloor()
                .orElseThrow();
        assertThat(floor.host()).isEqualTo(ofAa.environment().host());
        assertThat(floor.rounds()).isEqualTo(5);
        assertThat(floor.rows()).singleElement().satisfies(row -> {
            assertThat(row.title()).isEqualTo("connect source=pool");
            assertThat(row.target()).isEqualTo("h2-mem");
            assertThat(row.n()).isEqualTo(5);
            assertThat(row.ratio()).isBetween(row.low(), row.high());
        });
    }

    @Test
    void ignores_a_damaged_noise_floor_and_logs_that() throws Exception {
        Path store = Files.createDirectories(temp.resolve("cache/aa"));
        assertThat(tiny("run", "--rounds", "1", "--out", "first").exitCode()).isZero();
        String host = RunDirectory.read(directory.resolve("first"))
                .manifest()
                .environment()
                .host();
        Files.writeString(store.resolve(host + ".json"), "{ torn");

        assertThat(tiny("run", "--rounds", "1", "--out", "second").exitCode()).isZero();

        assertThat(RunDirectory.read(directory.resolve("second")).manifest().noiseFloor())
                .isEmpty();
        assertThat(directory.resolve("second/log.txt")).content().contains("the last A/A of this machine is ignored");
    }

    @Test
    void keeps_nothing_of_so_few_rounds_that_their_noise_is_a_guess() throws Exception {
        Cli.Result aa = tiny("aa", "--rounds", "1", "--out", "aa");

        assertThat(aa.exitCode()).isZero();
        assertThat(aa.out()).contains("no noise floor: that needs at least five rounds");
        assertThat(temp.resolve("cache/aa")).doesNotExist();
    }

    private Cli.Result tiny(String command, String... more) throws Exception {
        List<String> all = Stream.of(
                        List.of(command, "connect", "--target", "h2-mem", "-p", "source=pool"), List.of(more), Cli.TINY)
                .flatMap(List::stream)
                .toList();
        return cli.run(all.toArray(String[]::new));
    }
}
