package org.rowmark.result.directory;

import java.io.BufferedReader;
import java.io.BufferedWriter;
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
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.RecordLine;
import org.rowmark.result.Sample;
import org.rowmark.result.Samples;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.ScrubbedJson;
import org.rowmark.util.UsageException;
import org.rowmark.util.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;

/**
 * samples.jsonl. Every line is checked and the outcomes are read at once, the samples whenever they are gone through. A
 * line that cannot be read is named and left out, as the last one of a process that was killed while it wrote.
 */
final class SampleFile implements Samples {
    private static final ObjectReader LINES = ScrubbedJson.MAPPER
            .readerFor(RecordLine.class)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .without(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

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
    private static boolean isCut(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            if (file.length() == 0) {
                return false;
            }
            file.seek(file.length() - 1);
            return file.read() != '\n';
        }
    }

    /**
     * Reads a line; empty if it is blank.
     *
     * @throws JacksonException if it is not one JSON object of a known kind, or a value is not of its type
     */
    private static Optional<RecordLine> line(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(LINES.readValue(text));
    }

    private void check(long number, String text) {
        try {
            line(text).ifPresent(this::take);
        } catch (JacksonException e) {
            leaveOut(number, e.getOriginalMessage());
        } catch (IllegalArgumentException | UsageException e) {
            leaveOut(number, e.getMessage());
        }
    }

    private void take(RecordLine line) {
        RunDirectory.requireComplete(line);
        if (line.cell() < 1) {
            throw new IllegalArgumentException("it has no cell");
        }
        if (line instanceof Sample sample) {
            LatencyHistogram.requireWhole(sample.histogram());
            sample.kinds().values().forEach(LatencyHistogram::requireWhole);
            isEmpty = false;
        } else {
            outcomes.add((CellOutcome) line);
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
        return StreamSupport.stream(new Lines(), false)
                .filter(Sample.class::isInstance)
                .map(Sample.class::cast);
    }

    /** The lines that were there when the file was checked; closes the file behind the last one. */
    private final class Lines extends Spliterators.AbstractSpliterator<RecordLine> {
        private BufferedReader in;
        private long number;

        private Lines() {
            super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
        }

        @Override
        public boolean tryAdvance(Consumer<? super RecordLine> action) {
            try {
                if (in == null) {
                    in = open(file);
                }
                while (number < lines) {
                    String text = in.readLine();
                    if (!leftOut.contains(++number)) {
                        Optional<RecordLine> line = line(text);
                        if (line.isPresent()) {
                            action.accept(line.get());
                            return true;
                        }
                    }
                }
                in.close();
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Removes the lines of cells that had not ended. Lines that are kept stay as they are, byte for byte, and so do
     * damaged ones, which readers name.
     */
    static void trim(Path file, BiPredicate<Integer, Integer> kept) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        boolean isCut = isCut(file);
        // of this encoding, every byte is a character
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
                BufferedWriter out = Files.newBufferedWriter(next, StandardCharsets.ISO_8859_1)) {
            String following;
            for (String line = in.readLine(); line != null; line = following) {
                following = in.readLine();
                boolean isWhole = following != null || !isCut;
                if (isWhole && isKept(line, kept)) {
                    out.write(line);
                    out.write('\n');
                }
            }
        }
        WholeFile.replace(file, next);
    }

    private static boolean isKept(String bytes, BiPredicate<Integer, Integer> kept) {
        try {
            return line(new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                    .map(line -> kept.test(line.round(), line.cell()))
                    .orElse(true);
        } catch (JacksonException e) {
            return true;
        }
    }
}
