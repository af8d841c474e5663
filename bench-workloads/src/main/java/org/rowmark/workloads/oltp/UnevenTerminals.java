package org.rowmark.workloads.oltp;

import java.util.Map;
import java.util.Optional;
import org.rowmark.workload.WorkloadInfo.LoadCaveat;

/** Terminals that do not load all warehouses evenly, or are more than there are districts. */
public final class UnevenTerminals implements LoadCaveat {
    @Override
    public Optional<String> of(Map<String, String> parameters, int threads) {
        int warehouses = Integer.parseInt(parameters.getOrDefault("warehouses", "1"));
        int districts = warehouses * Sizes.DISTRICTS_OF_WAREHOUSE;
        if (threads % warehouses != 0) {
            return Optional.of("threads=" + threads + " is no multiple of warehouses=" + warehouses
                    + ", so some warehouses have more terminals than others");
        }
        return threads > districts
                ? Optional.of("threads=" + threads + " are more than the " + districts
                        + " districts, so some terminals share one")
                : Optional.empty();
    }
}
