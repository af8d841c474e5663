package org.rowmark.result.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.Outcome;

/** A run directory with every file that readers read. */
public final class RecordedRun {
    private RecordedRun() {}

    /** Writes it into a directory that does not exist, which is returned. */
    public static Path write(Path directory) throws IOException {
        Files.createDirectory(directory);
        Manifest manifest = RunDirectoryTest.manifest("a question with ümlauts");
        try (RunDirectory run = RunDirectory.start(directory, manifest)) {
            for (int round = 1; round <= 2; round++) {
                for (int i = 0; i < 3; i++) {
                    run.append(RunDirectoryTest.sample(round, 12.5 + i));
                }
                run.append(RunDirectoryTest.sample(round, Double.NaN));
                run.append(new CellOutcome(
                        round,
                        1,
                        round == 1 ? Outcome.OK : Outcome.FAILED,
                        round == 1 ? "" : "it was killed",
                        RunDirectoryTest.NOON,
                        RunDirectoryTest.NOON.plusSeconds(1),
                        round));
            }
            run.write(manifest.with(new ChosenWarmups("point-select", 2, 20, false))
                    .ended(Manifest.Status.COMPLETE, RunDirectoryTest.NOON, 2, "PLANNED"));
        }
        return directory;
    }
}
