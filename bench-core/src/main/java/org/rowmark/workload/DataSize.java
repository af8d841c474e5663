package org.rowmark.workload;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The size of a workload's data, which grows evenly with one of its parameters, a whole number. Has a public constructor
 * without parameters.
 */
public interface DataSize {
    /** Returns the name of the parameter; empty if there is none. */
    String parameter();

    /**
     * Returns the approximate bytes on a typical server, with indexes.
     *
     * @param values by field name
     */
    long bytes(Map<String, String> values);

    /** Returns the approximate bytes of a server's files with such data, logs among them. */
    default long diskBytes(Map<String, String> values) {
        return bytes(values);
    }

    /** Returns the least value of the parameter with so many bytes, beside those values of others. */
    default String least(double bytes, Map<String, String> others) {
        long one = bytesWith(1, others);
        double more = Math.ceil((bytes - one) / (bytesWith(2, others) - one));
        return Long.toString(1 + (long) Math.max(0, more));
    }

    private long bytesWith(int units, Map<String, String> others) {
        Map<String, String> values = new LinkedHashMap<>(others);
        values.put(parameter(), Integer.toString(units));
        return bytes(values);
    }

    /** Data whose size no single parameter sets. */
    final class None implements DataSize {
        @Override
        public String parameter() {
            return "";
        }

        @Override
        public long bytes(Map<String, String> values) {
            return 0;
        }
    }
}
