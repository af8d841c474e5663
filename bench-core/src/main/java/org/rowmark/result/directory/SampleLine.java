package org.rowmark.result.directory;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Sample;
import org.rowmark.util.LatencyHistogram;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** A line of samples.jsonl: a sample, or the outcome of a cell in a round; neither if the line is blank. */
record SampleLine(Optional<Sample> sample, Optional<CellOutcome> outcome) {
    static final String KIND = "kind";
    static final String SAMPLE = "sample";
    static final String CELL = "cell-outcome";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final ObjectReader SAMPLES = JSON.readerFor(Sample.class);
    private static final ObjectReader OUTCOMES = JSON.readerFor(CellOutcome.class);

    /**
     * Reads a line.
     *
     * @throws JacksonException if it is not one JSON object, or a value is not of its type
     * @throws IllegalArgumentException if it is of an unknown kind, or lacks what every line has
     */
    static SampleLine read(String line) {
        if (line.isBlank()) {
            return new SampleLine(Optional.empty(), Optional.empty());
        }
        if (line.startsWith(beginning(SAMPLE))) {
            Sample sample = SAMPLES.readValue(line);
            require(sample.cell(), sample.start(), sample.end(), sample.mode(), sample.unit(), sample.histogram());
            return new SampleLine(Optional.of(sample), Optional.empty());
        }
        if (line.startsWith(beginning(CELL))) {
            CellOutcome outcome = OUTCOMES.readValue(line);
            require(outcome.cell(), outcome.start(), outcome.end(), outcome.outcome(), outcome.reason());
            return new SampleLine(Optional.empty(), Optional.of(outcome));
        }
        JSON.readTree(line);
        throw new IllegalArgumentException("it is of an unknown kind");
    }

    private static String beginning(String kind) {
        return "{\"" + KIND + "\":\"" + kind + "\",";
    }

    private static void require(int cell, Instant start, Instant end, Object... others) {
        if (cell < 1 || start == null || end == null || Arrays.asList(others).contains(null)) {
            throw new IllegalArgumentException("it lacks its cell, its times or other fields");
        }
    }

    /** @throws org.rowmark.util.UsageException if a histogram is damaged */
    void requireHistograms() {
        sample.ifPresent(read -> {
            LatencyHistogram.requireWhole(read.histogram());
            read.kinds().values().forEach(LatencyHistogram::requireWhole);
        });
    }
}
