package org.rowmark.report.provenance;

import java.util.Arrays;
import java.util.Optional;
import org.rowmark.result.Manifest;
import org.rowmark.stats.StopReason;
import org.rowmark.util.UsageException;

/** Why a run ended, as run.json names it. */
public final class StopReasons {
    private StopReasons() {}

    /**
     * @return empty while the run lasts
     * @throws UsageException if the name is none of the reasons
     */
    public static Optional<StopReason> of(Manifest manifest) {
        String name = manifest.progress().stopReason();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(StopReason.values())
                .filter(reason -> reason.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "run.json: stopReason " + name + " is not one of " + Arrays.toString(StopReason.values()))));
    }
}
