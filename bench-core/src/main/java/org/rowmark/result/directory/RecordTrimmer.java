package org.rowmark.result.directory;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.util.Optional;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.directory.SampleReader.Wanted;
import tools.jackson.core.JacksonException;

/**
 * The removal of lines of samples.jsonl that belong to cells which had not ended. Lines that are kept stay as they are,
 * byte for byte, and so do damaged ones, which readers name.
 */
final class RecordTrimmer {
    private RecordTrimmer() {}

    /** Replaces the file as a whole if anything in it is discarded. */
    static void trim(Path file, KeptRounds kept) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        SampleReader reader = new SampleReader(Wanted.SCORES);
        boolean isChanged = false;
        try (LineReader lines = new LineReader(file, 0, Files.size(file));
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(next))) {
            while (lines.next()) {
                if (lines.isComplete() && isKept(lines, reader, kept)) {
                    out.write(lines.buffer(), lines.offset(), lines.length());
                    out.write('\n');
                } else {
                    isChanged = true;
                }
            }
        }
        if (isChanged) {
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.delete(next);
        }
    }

    private static boolean isKept(LineReader lines, SampleReader reader, KeptRounds kept) {
        try {
            reader.read(lines.buffer(), lines.offset(), lines.length());
        } catch (JacksonException | DateTimeException | IllegalArgumentException e) {
            return true;
        }
        Optional<CellOutcome> outcome = reader.outcome();
        if (outcome.isPresent()) {
            return kept.has(outcome.get().round(), outcome.get().cell());
        }
        return reader.sample()
                .map(sample -> kept.has(sample.round(), sample.cell()))
                .orElse(true);
    }
}
