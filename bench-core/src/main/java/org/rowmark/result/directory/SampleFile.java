package org.rowmark.result.directory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Sample;
import org.rowmark.result.Samples;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;
import tools.jackson.core.JacksonException;

/**
 * samples.jsonl. Every line is checked and the outcomes are read at once, the samples whenever they are gone through. A
 * line that cannot be read is named and left out, as the last one of a process that was killed while it wrote.
 */
final class SampleFile implements Samples {
    private final Path file;
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();

    /** Numbers of the lines that are left out. */
    private final Set<Long> leftOut = new HashSet<>();

    private long lines;
    private boolean isEmpty = true;

    private SampleFile(Path file) {
        this.file = file;
    }

    static SampleFile read(Path path) throws IOException {
        SampleFile file = new SampleFile(path);
        boolean isCut = isCut(path);
        try (BufferedReader in = open(path)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                file.check(++file.lines, line);
            }
        }
        if (isCut && file.leftOut.contains(file.lines)) {
            file.damages.set(file.damages.size() - 1, file.damage(file.lines, "it was cut off"));
        }
        return file;
    }

    /** Opens a file; bytes that are no text are damages of their line only. */
    private static BufferedReader open(Path path) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8));
    }

    /** Returns whether the last line has no end. */
    static boolean isCut(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            if (file.length() == 0) {
                return false;
            }
            file.seek(file.length() - 1);
            return file.read() != '\n';
        }
    }

    private void check(long number, String text) {
        try {
            SampleLine line = SampleLine.read(text);
            line.requireHistograms();
            line.outcome().ifPresent(outcomes::add);
            isEmpty &= line.sample().isEmpty();
        } catch (JacksonException e) {
            leaveOut(number, e.getOriginalMessage());
        } catch (IllegalArgumentException | UsageException e) {
            leaveOut(number, e.getMessage());
        }
    }

    private void leaveOut(long number, String reason) {
        damages.add(damage(number, ErrorMessages.oneLine(String.valueOf(reason))));
        leftOut.add(number);
    }

    private String damage(long number, String reason) {
        return file + ", line " + number + " cannot be read and is left out: " + reason;
    }

    @Override
    public List<String> damages() {
        return List.copyOf(damages);
    }

    List<CellOutcome> outcomes() {
        return outcomes;
    }

    @Override
    public boolean isEmpty() {
        return isEmpty;
    }

    @Override
    public Stream<Sample> stream() {
        return StreamSupport.stream(new Lines(), false);
    }

    /** The samples of the lines that were there when the file was checked; closes the file behind the last one. */
    private final class Lines extends Spliterators.AbstractSpliterator<Sample> {
        private BufferedReader in;
        private long number;

        private Lines() {
            super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
        }

        @Override
        public boolean tryAdvance(Consumer<? super Sample> action) {
            try {
                if (in == null) {
                    in = open(file);
                }
                while (number < lines) {
                    String line = in.readLine();
                    Optional<Sample> sample = leftOut.contains(++number)
                            ? Optional.empty()
                            : SampleLine.read(line).sample();
                    if (sample.isPresent()) {
                        action.accept(sample.get());
                        return true;
                    }
                }
                in.close();
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
