package org.rowmark.workloads.oltp;

import java.util.Map;
import org.rowmark.workload.DataSize;

/** The size of the tables by their warehouses. */
public final class OltpDataSize implements DataSize {
    @Override
    public String parameter() {
        return "warehouses";
    }

    @Override
    public long bytes(Map<String, String> values) {
        return new Sizes(
                        Integer.parseInt(values.get(parameter())),
                        number(values, "items", Sizes.ITEMS_OF_TPCC),
                        number(values, "customers", Sizes.CUSTOMERS_OF_TPCC))
                .bytes();
    }

    /** Returns the value of a parameter, which is not among the values where it has its default. */
    private static int number(Map<String, String> values, String parameter, int usual) {
        return Integer.parseInt(values.getOrDefault(parameter, Integer.toString(usual)));
    }
}
