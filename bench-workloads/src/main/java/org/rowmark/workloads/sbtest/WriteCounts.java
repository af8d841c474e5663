package org.rowmark.workloads.sbtest;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.fixture.ValidValues;

/** How many changes of each kind a transaction has, as sysbench has them by default. */
@State(Scope.Benchmark)
public class WriteCounts {
    /** Updates of the number that has an index. */
    @Param("1")
    @ValidValues(value = ReadCounts.COUNTS, words = ReadCounts.COUNTS_IN_WORDS, unnamed = true)
    public int indexUpdates;

    /** Updates of the text, which has none. */
    @Param("1")
    @ValidValues(value = ReadCounts.COUNTS, words = ReadCounts.COUNTS_IN_WORDS, unnamed = true)
    public int nonIndexUpdates;

    /** Rows that are deleted and inserted again with other values. */
    @Param("1")
    @ValidValues(value = ReadCounts.COUNTS, words = ReadCounts.COUNTS_IN_WORDS, unnamed = true)
    public int deleteInserts;
}
