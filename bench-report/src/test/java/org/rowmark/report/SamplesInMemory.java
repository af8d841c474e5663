package org.rowmark.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.Samples;

/** Samples without a file. */
public record SamplesInMemory(List<Sample> all) implements Samples {

    /** Returns the record of an invented run. */
    public static RunRecord record(Manifest manifest, List<Sample> samples, List<CellOutcome> outcomes) {
        return new RunRecord(manifest, new SamplesInMemory(samples), outcomes, List.of());
    }

    /** Returns a sample with other metrics. */
    public static Sample with(Sample sample, Map<String, Sample.Metric> metrics) {
        return new Sample(
                sample.round(),
                sample.cell(),
                sample.warmup(),
                sample.iteration(),
                sample.start(),
                sample.end(),
                sample.mode(),
                sample.score(),
                sample.unit(),
                sample.operations(),
                metrics,
                sample.histogram(),
                0,
                Map.of());
    }

    @Override
    public boolean isEmpty() {
        return all.isEmpty();
    }

    @Override
    public Stream<Sample> stream() {
        return all.stream();
    }
}
