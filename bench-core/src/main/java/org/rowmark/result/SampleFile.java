package org.rowmark.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.rowmark.result.SampleReader.Wanted;
import org.rowmark.util.UsageException;
import tools.jackson.core.JacksonException;

/**
 * samples.jsonl. Its outcomes are read at once, its samples whenever they are gone through. A last line that was cut off,
 * because the process was killed while it wrote, does not count.
 */
final class SampleFile implements Samples {
    /** Bytes from which a part of a file is worth a thread of its own. */
    private static final long LARGE = 4_000_000;

    private static final byte[] SAMPLE = LineReader.bytes("{\"kind\":\"" + SampleReader.SAMPLE + "\"");
    private static final byte[] OUTCOME = LineReader.bytes("{\"kind\":\"" + SampleReader.CELL + "\"");

    private final Path file;
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private long end;
    private boolean isEmpty = true;

    private SampleFile(Path file) {
        this.file = file;
    }

    /** @throws UsageException if a line cannot be read or is of an unknown kind */
    static SampleFile read(Path path) throws IOException {
        SampleFile file = new SampleFile(path);
        SampleReader reader = new SampleReader(Wanted.ALL);
        try (LineReader lines = new LineReader(path, 0, Files.size(path))) {
            while (lines.next() && (lines.isComplete() || isWhole(lines, reader))) {
                if (lines.startsWith(SAMPLE)) {
                    file.isEmpty = false;
                } else {
                    file.read(lines, reader);
                    reader.outcome().ifPresent(file.outcomes::add);
                    file.isEmpty &= reader.sample().isEmpty();
                }
                file.end = lines.following();
            }
        }
        return file;
    }

    private void read(LineReader lines, SampleReader reader) throws IOException {
        try {
            reader.read(lines.buffer(), lines.offset(), lines.length());
        } catch (JacksonException e) {
            throw new UsageException(place(lines) + " cannot be read: " + e.getOriginalMessage(), e);
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new UsageException(place(lines) + " cannot be read: " + e.getMessage(), e);
        }
        if (!reader.isKnown()) {
            throw new UsageException(place(lines) + " is of an unknown kind: " + reader.kind());
        }
    }

    private static boolean isWhole(LineReader lines, SampleReader reader) {
        try {
            reader.read(lines.buffer(), lines.offset(), lines.length());
            return true;
        } catch (JacksonException e) {
            return false;
        } catch (DateTimeException | IllegalArgumentException e) {
            return true; // and cannot be read for another reason
        }
    }

    private String place(LineReader current) throws IOException {
        long number = 0;
        try (LineReader lines = new LineReader(file, 0, current.following())) {
            while (lines.next()) {
                number++;
            }
        }
        return file + ", line " + number;
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
                if (!lines.startsWith(OUTCOME)) {
                    read(lines, reader);
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
