package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RunDirectory;

/** Invented runs on disk. */
final class Saved {
    private Saved() {}

    /** @param directory exists and is empty */
    static void save(RunRecord run, Path directory) throws IOException {
        try (RunDirectory target = RunDirectory.start(directory, run.manifest())) {
            for (Sample sample : run.samples()) {
                target.append(sample);
            }
            for (CellOutcome outcome : run.outcomes()) {
                target.append(outcome);
            }
        }
    }
}
