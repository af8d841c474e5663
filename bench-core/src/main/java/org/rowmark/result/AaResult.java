package org.rowmark.result;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.rowmark.util.OwnText;

/**
 * The result of a run of one target against itself, which shows the noise of a machine.
 *
 * @param sampling the iterations of its forks; empty where they were not recorded
 */
public record AaResult(
        Instant when, String host, int rounds, String rowmark, Optional<Manifest.Sampling> sampling, List<AaRow> rows) {
    public AaResult {
        sampling = Objects.requireNonNullElse(sampling, Optional.empty());
        rows = List.copyOf(rows);
    }

    /**
     * One comparison of a target with itself.
     *
     * @param low lower end of its 95 % interval
     * @param sd standard deviation of the log ratio between rounds
     * @param n rounds in which both were measured, at least 2
     */
    @OwnText
    public record AaRow(String title, String target, double ratio, double low, double high, double sd, int n) {}
}
