package org.rowmark.result.directory;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
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
import tools.jackson.databind.module.SimpleModule;

/**
 * samples.jsonl. The outcomes are read at once, the samples whenever they are gone through; the first time every line is
 * checked. A line that cannot be read is named and left out, as the last one of a process that was killed while it wrote.
 */
final class SampleFile implements Samples {
    private static final byte[] OUTCOME = "{\"kind\":\"cell-outcome\"".getBytes(StandardCharsets.UTF_8);

    private static final ObjectReader LINES = ScrubbedJson.MAPPER
            .rebuild()
            .addModule(new SimpleModule().addDeserializer(RecordLine.class, new LineReader()))
            .build()
            .readerFor(RecordLine.class)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .without(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final Path file;
    private final boolean isCut;
    private final List<CellOutcome> outcomes = new ArrayList<>();

    /** Why outcomes cannot be read, by the number of the line. */
    private final SortedMap<Long, String> damagedOutcomes = new TreeMap<>();

    private long lines;
    private volatile Checked checked; // null before every line has been

    private SampleFile(Path file) throws IOException {
        this.file = file;
        this.isCut = isCut(file);
    }

    static SampleFile read(Path path) throws IOException {
        SampleFile file = new SampleFile(path);
        LineBatches.parsed(path, text -> isOutcome(text) ? parsed(text, true) : Line.NONE)
                .forEach(line -> {
                    file.lines++;
                    if (line.content().orElse(null) instanceof CellOutcome outcome) {
                        file.outcomes.add(outcome);
                    }
                    line.damage().ifPresent(reason -> file.damagedOutcomes.put(file.lines, reason));
                });
        return file;
    }

    /** What has been found out about the lines. */
    private final class Checked {
        /** Why lines are left out, by their number. */
        private final SortedMap<Long, String> damages = new TreeMap<>(damagedOutcomes);

        private final List<Score> scores = new ArrayList<>();

        private void add(long number, Line line) {
            if (line.content().orElse(null) instanceof Sample sample) {
                scores.add(Score.of(sample));
            }
            line.damage().ifPresent(reason -> damages.put(number, reason));
        }
    }

    private synchronized Checked checked() {
        if (checked == null) {
            stream().forEach(sample -> {});
        }
        return checked;
    }

    /** A line of the file: its content, empty if it is blank, or why it cannot be read. */
    private record Line(Optional<RecordLine> content, Optional<String> damage) {
        private static final Line NONE = new Line(Optional.empty(), Optional.empty());
    }

    private static boolean isOutcome(LineBatches.Text text) {
        return Arrays.mismatch(text.bytes, text.start, text.end, OUTCOME, 0, OUTCOME.length) == OUTCOME.length;
    }

    private static Line parsed(LineBatches.Text text, boolean isChecked) {
        try {
            Optional<RecordLine> line = line(text);
            if (isChecked) {
                line.ifPresent(SampleFile::check);
            }
            return new Line(line, Optional.empty());
        } catch (JacksonException e) {
            return new Line(Optional.empty(), Optional.of(String.valueOf(e.getOriginalMessage())));
        } catch (IllegalArgumentException | UsageException e) {
            return new Line(Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
        }
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

    /** @throws JacksonException if the line is not one JSON object of a known kind, or a value is not of its type */
    private static Optional<RecordLine> line(LineBatches.Text text) {
        boolean isBlank = true;
        for (int i = text.start; i < text.end && isBlank; i++) {
            isBlank = text.bytes[i] <= ' ' && text.bytes[i] >= 0;
        }
        return isBlank ? Optional.empty() : Optional.of(LINES.readValue(text.bytes, text.start, text.end - text.start));
    }

    private static void check(RecordLine line) {
        RunDirectory.requireComplete(line);
        if (line.cell() < 1) {
            throw new IllegalArgumentException("it has no cell");
        }
        if (line instanceof Sample sample) {
            LatencyHistogram.requireWhole(sample.histogram());
            sample.kinds().values().forEach(LatencyHistogram::requireWhole);
        }
    }

    @Override
    public List<String> damages() {
        List<String> texts = new ArrayList<>();
        checked().damages.forEach((number, reason) -> {
            String why = number == lines && isCut ? "it was cut off" : ErrorMessages.oneLine(reason);
            texts.add(file + ", line " + number + " cannot be read and is left out: " + why);
        });
        return texts;
    }

    List<CellOutcome> outcomes() {
        return outcomes;
    }

    @Override
    public boolean isEmpty() {
        return checked().scores.isEmpty();
    }

    @Override
    public Stream<Score> scores() {
        return checked().scores.stream();
    }

    /** Reads the lines that were there when the outcomes were read. */
    @Override
    public Stream<Sample> stream() {
        Checked known = checked;
        Checked found = new Checked();
        AtomicLong number = new AtomicLong();
        Stream<Sample> samples = LineBatches.parsed(
                        file, text -> isOutcome(text) ? Line.NONE : parsed(text, known == null))
                .mapMulti((line, next) -> {
                    long at = number.incrementAndGet();
                    if (known == null && at <= lines) {
                        found.add(at, line);
                    }
                    boolean counts = at <= lines && (known == null || !known.damages.containsKey(at));
                    if (counts && line.content().orElse(null) instanceof Sample sample) {
                        next.accept(sample);
                    }
                });
        Stream<Sample> end = Stream.of(found).flatMap(all -> {
            checked = all;
            return Stream.empty();
        });
        return known == null ? Stream.concat(samples, end) : samples;
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
            byte[] text = bytes.getBytes(StandardCharsets.ISO_8859_1);
            return line(new LineBatches.Text(text, 0, text.length))
                    .map(line -> kept.test(line.round(), line.cell()))
                    .orElse(true);
        } catch (JacksonException | IllegalArgumentException e) {
            return true;
        }
    }
}
