package org.rowmark.workloads.oltp;

import java.util.Map;
import org.rowmark.workload.WorkloadInfo.DataSize;

/** The size of the tables by their warehouses. */
public final class OltpDataSize implements DataSize {
    /** Bytes of files for a byte of InnoDB's tables, and bytes of those that do not grow with the tables. */
    private static final int EXPANSION = 2;

    private static final long FIXED = 100_000_000;

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

    @Override
    public long diskBytes(Map<String, String> values) {
        return FIXED + EXPANSION * bytes(values);
    }

    /** Returns the value of a parameter, which is not among the values where it has its default. */
    private static int number(Map<String, String> values, String parameter, int usual) {
        return Integer.parseInt(values.getOrDefault(parameter, Integer.toString(usual)));
    }
}
