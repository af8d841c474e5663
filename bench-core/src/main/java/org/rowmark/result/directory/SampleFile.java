package org.rowmark.result.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Sample;
import org.rowmark.result.Samples;
import org.rowmark.result.directory.SampleReader.Wanted;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;
import tools.jackson.core.JacksonException;

/**
 * samples.jsonl. Every line is checked and the outcomes are read at once, the samples whenever they are gone through. A
 * line that cannot be read is named and left out, as the last one of a process that was killed while it wrote.
 */
final class SampleFile implements Samples {
    /** Bytes from which a part of a file is worth a thread of its own. */
    private static final long LARGE = 4_000_000;

    private static final String CUT_OFF = "it was cut off";

    private static final byte[] OUTCOME = LineReader.bytes("{\"kind\":\"" + SampleReader.CELL + "\"");

    private final Path file;
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();

    /** Positions in the file of lines that are left out. */
    private final Set<Long> leftOut = new HashSet<>();

    private long end;
    private boolean isEmpty = true;

    private SampleFile(Path file) {
        this.file = file;
    }

    static SampleFile read(Path path) throws IOException {
        SampleFile file = new SampleFile(path);
        SampleReader reader = new SampleReader(Wanted.CHECKED);
        try (LineReader lines = new LineReader(path, 0, Files.size(path))) {
            for (long number = 1; lines.next(); number++) {
                file.end = lines.following();
                Optional<String> damage = damage(lines, reader);
                if (damage.isPresent()) {
                    file.damages.add(path + ", line " + number + " cannot be read and is left out: " + damage.get());
                    file.leftOut.add(lines.start());
                    continue;
                }
                reader.outcome().ifPresent(file.outcomes::add);
                file.isEmpty &= reader.sample().isEmpty();
            }
        }
        return file;
    }

    /** Reads a line; returns why it cannot be read, if so. */
    private static Optional<String> damage(LineReader lines, SampleReader reader) {
        try {
            reader.read(lines.buffer(), lines.offset(), lines.length());
            return Optional.empty();
        } catch (JacksonException e) {
            return Optional.of(lines.isComplete() ? ErrorMessages.oneLine(e.getOriginalMessage()) : CUT_OFF);
        } catch (DateTimeException | IllegalArgumentException | UsageException e) {
            return Optional.of(ErrorMessages.oneLine(String.valueOf(e.getMessage())));
        }
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
        return StreamSupport.stream(new Part(0, end, Wanted.ALL), false);
    }

    @Override
    public Stream<Sample> scores() {
        return StreamSupport.stream(new Part(0, end, Wanted.SCORES), false);
    }

    @Override
    public <R> R addUpMeasured(Supplier<R> start, BiConsumer<R, Sample> add, BiConsumer<R, R> join) {
        return StreamSupport.stream(new Part(0, end, Wanted.MEASURED), true).collect(start, add, join);
    }

    /** The samples of a part of the file, which begins and ends with a line. */
    private final class Part implements Spliterator<Sample> {
        private final long end;
        private final Wanted wanted;
        private final SampleReader reader;
        private long start;
        private LineReader lines;

        private Part(long start, long end, Wanted wanted) {
            this.start = start;
            this.end = end;
            this.wanted = wanted;
            reader = new SampleReader(wanted);
        }

        @Override
        public boolean tryAdvance(Consumer<? super Sample> action) {
            Optional<Sample> next = Optional.empty();
            try {
                if (lines == null) {
                    lines = new LineReader(file, start, end);
                }
                try {
                    next = next();
                } finally {
                    if (next.isEmpty()) {
                        lines.close();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            next.ifPresent(action);
            return next.isPresent();
        }

        private Optional<Sample> next() throws IOException {
            Optional<Sample> next = Optional.empty();
            while (next.isEmpty() && lines.next()) {
                if (!lines.startsWith(OUTCOME) && !leftOut.contains(lines.start())) {
                    reader.read(lines.buffer(), lines.offset(), lines.length());
                    next = reader.sample();
                }
            }
            return next;
        }

        @Override
        public Spliterator<Sample> trySplit() {
            if (lines != null || end - start < LARGE) {
                return null;
            }
            try {
                long middle = afterOutcome(start + (end - start) / 2);
                if (middle >= end) {
                    return null;
                }
                Part first = new Part(start, middle, wanted);
                start = middle;
                return first;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Returns the end of the first outcome after a position: all samples of its cell and round come before it. */
        private long afterOutcome(long place) throws IOException {
            try (LineReader from = new LineReader(file, place, end)) {
                while (from.next()) {
                    if (from.startsWith(OUTCOME)) {
                        return from.following();
                    }
                }
                return end;
            }
        }

        @Override
        public long estimateSize() {
            return end - start;
        }

        @Override
        public int characteristics() {
            return ORDERED | NONNULL | IMMUTABLE;
        }
    }
}
