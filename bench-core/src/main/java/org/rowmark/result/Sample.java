package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.OwnText;

/**
 * One iteration of one fork, as JMH reported it.
 *
 * @param iteration from 1, counted per phase
 * @param start wall-clock time at which the iteration was announced, or its turn began
 * @param end wall-clock time at which its result arrived, or its turn ended
 * @param mode JMH's short name: thrpt, avgt, sample, ss
 * @param operations operations done in the iteration, warm-down included
 * @param histogram times of the single operations, see {@link LatencyHistogram}; taken by JMH in the mode sample, by
 *     the workload in others, of each statement where one operation holds many; empty if none was taken
 * @param measuredOperations of a turn, the operations within the measured time, which make it count in the round's
 *     value; else 0, and missing in the record
 * @param kinds histograms of the operations of each kind, which add up to {@code histogram}; empty, and missing in the
 *     record, where operations have no kinds
 */
@OwnText
public record Sample(
        int round,
        int cell,
        boolean warmup,
        int iteration,
        Instant start,
        Instant end,
        String mode,
        double score,
        String unit,
        long operations,
        Map<String, Metric> secondary,
        String histogram,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) long measuredOperations,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> kinds)
        implements RecordLine {

    /** A further metric of an iteration. */
    @OwnText
    public record Metric(double score, String unit) {}

    public Sample {
        secondary =
                secondary.size() < 2 ? Map.copyOf(secondary) : Collections.unmodifiableMap(new TreeMap<>(secondary));
        kinds = kinds == null || kinds.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(kinds));
    }
}
