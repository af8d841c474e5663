package org.rowmark.result.directory;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
        boolean isCut = SampleFile.isCut(file);
        // of this encoding, every byte is a character
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
                BufferedWriter out = Files.newBufferedWriter(next, StandardCharsets.ISO_8859_1)) {
            String line = in.readLine();
            while (line != null) {
                String following = in.readLine();
                if (following == null && isCut) {
                    break;
                }
                if (isKept(line, kept)) {
                    out.write(line);
                    out.write('\n');
                }
                line = following;
            }
        }
        if (Files.size(next) < Files.size(file)) {
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.delete(next);
        }
    }

    private static boolean isKept(String text, KeptRounds kept) {
        try {
            SampleLine line =
                    SampleLine.read(new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
            return line.outcome()
                            .map(outcome -> kept.has(outcome.round(), outcome.cell()))
                            .orElse(true)
                    && line.sample()
                            .map(sample -> kept.has(sample.round(), sample.cell()))
                            .orElse(true);
        } catch (JacksonException | IllegalArgumentException e) {
            return true;
        }
    }
}
