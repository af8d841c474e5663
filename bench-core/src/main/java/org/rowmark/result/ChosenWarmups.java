package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The warm-up iterations per fork that the rounds of a workload showed to be enough.
 *
 * @param workload by its name
 * @param fromRound the first round with them
 * @param isWarm whether forks are warm after them; otherwise they are the most that are allowed, and were not enough
 */
public record ChosenWarmups(
        String workload,
        int fromRound,
        int warmups,
        @JsonProperty("warm") boolean isWarm) {}
