package org.rowmark.result.directory;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.function.Failable;
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
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * samples.jsonl. The outcomes are read at once, the samples whenever they are gone through; the first time every line is
 * checked. A line that cannot be read is named and left out, as the last one of a process that was killed while it wrote.
 */
final class SampleFile implements Samples {
    /** The bytes that are read before their lines are parsed in parallel. */
    private static final int BATCH = 1 << 20;

    private static final byte[] OUTCOME = "{\"kind\":\"cell-outcome\"".getBytes(StandardCharsets.UTF_8);

    private static final ObjectReader LINES = ScrubbedJson.MAPPER
            .rebuild()
            .addModule(new SimpleModule().addDeserializer(Sample.Metric.class, new MetricReader()))
            .build()
            .readerFor(RecordLine.class)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .without(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final Path file;
    private final boolean isCut;
    private final List<CellOutcome> outcomes = new ArrayList<>();

    private long lines;
    private volatile Checked checked; // null before every line has been

    private SampleFile(Path file) throws IOException {
        this.file = file;
        this.isCut = isCut(file);
    }

    static SampleFile read(Path path) throws IOException {
        SampleFile file = new SampleFile(path);
        batches(path).forEach(batch -> {
            file.lines += batch.size();
            List<byte[]> outcomes = batch.stream()
                    .filter(line -> Arrays.mismatch(line, OUTCOME) == OUTCOME.length)
                    .toList();
            parsed(outcomes, true)
                    .forEach(line -> line.content()
                            .filter(CellOutcome.class::isInstance)
                            .ifPresent(outcome -> file.outcomes.add((CellOutcome) outcome)));
        });
        return file;
    }

    /** What has been found out about the lines. */
    private final class Checked {
        private final List<String> damages = new ArrayList<>();
        private final List<Score> scores = new ArrayList<>();

        /** Numbers of the lines that are left out. */
        private final Set<Long> leftOut = new HashSet<>();

        private void add(long number, Line line) {
            line.content().filter(Sample.class::isInstance).ifPresent(sample -> scores.add(Score.of((Sample) sample)));
            line.damage().ifPresent(reason -> {
                String why = number == lines && isCut ? "it was cut off" : ErrorMessages.oneLine(reason);
                damages.add(file + ", line " + number + " cannot be read and is left out: " + why);
                leftOut.add(number);
            });
        }
    }

    private synchronized Checked checked() {
        if (checked == null) {
            stream().forEach(sample -> {});
        }
        return checked;
    }

    /** A reader of metrics, which are most of a file, without the detours of the general one. */
    private static final class MetricReader extends ValueDeserializer<Sample.Metric> {
        @Override
        public Sample.Metric deserialize(JsonParser json, DeserializationContext context) {
            if (!json.isExpectedStartObjectToken()) {
                return (Sample.Metric) context.handleUnexpectedToken(Sample.Metric.class, json);
            }
            double score = 0;
            String unit = null;
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                JsonToken value = json.nextToken();
                if (name.equals("score")) {
                    score = value.isNumeric() ? json.getDoubleValue() : context.readValue(json, double.class);
                } else if (name.equals("unit")) {
                    unit = context.readValue(json, String.class);
                } else {
                    json.skipChildren();
                }
            }
            return new Sample.Metric(score, unit);
        }
    }

    /** Returns the lines in their order; closes the file behind the last one. */
    private static Stream<List<byte[]>> batches(Path file) {
        InputStream in = Failable.call(() -> Files.newInputStream(file));
        AtomicReference<byte[]> rest = new AtomicReference<>(ArrayUtils.EMPTY_BYTE_ARRAY);
        return Stream.generate(() -> Failable.call(() -> batch(in, rest))).takeWhile(batch -> !batch.isEmpty());
    }

    /** @param rest the start of a line whose end has not been read */
    private static List<byte[]> batch(InputStream in, AtomicReference<byte[]> rest) throws IOException {
        List<byte[]> lines = new ArrayList<>();
        int length = BATCH;
        while (lines.isEmpty() && length == BATCH) {
            byte[] read = in.readNBytes(BATCH);
            length = read.length;
            byte[] bytes = ArrayUtils.addAll(rest.get(), read);
            int start = 0;
            for (int i = rest.get().length; i < bytes.length; i++) {
                if (bytes[i] == '\n') {
                    lines.add(Arrays.copyOfRange(bytes, start, i));
                    start = i + 1;
                }
            }
            rest.set(Arrays.copyOfRange(bytes, start, bytes.length));
        }
        if (length < BATCH && rest.get().length > 0) {
            lines.add(rest.getAndSet(ArrayUtils.EMPTY_BYTE_ARRAY));
        }
        if (lines.isEmpty()) {
            in.close();
        }
        return lines;
    }

    /** A line of the file: its content, empty if it is blank, or why it cannot be read. */
    private record Line(Optional<RecordLine> content, Optional<String> damage) {}

    private static List<Line> parsed(List<byte[]> batch, boolean isChecked) {
        return batch.parallelStream().map(text -> parsed(text, isChecked)).toList();
    }

    private static Line parsed(byte[] text, boolean isChecked) {
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
    private static Optional<RecordLine> line(byte[] text) {
        boolean isBlank = true;
        for (int i = 0; i < text.length && isBlank; i++) {
            isBlank = text[i] <= ' ' && text[i] >= 0;
        }
        return isBlank ? Optional.empty() : Optional.of(LINES.readValue(text));
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
        return List.copyOf(checked().damages);
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
        Stream<Sample> samples = batches(file).flatMap(batch -> {
            List<Sample> some = new ArrayList<>();
            for (Line line : parsed(batch, known == null)) {
                long at = number.incrementAndGet();
                if (known == null && at <= lines) {
                    found.add(at, line);
                }
                boolean counts = at <= lines && (known == null || !known.leftOut.contains(at));
                if (counts && line.content().orElse(null) instanceof Sample sample) {
                    some.add(sample);
                }
            }
            return some.stream();
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
            return line(bytes.getBytes(StandardCharsets.ISO_8859_1))
                    .map(line -> kept.test(line.round(), line.cell()))
                    .orElse(true);
        } catch (JacksonException e) {
            return true;
        }
    }
}
