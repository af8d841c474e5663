package org.rowmark.workloads.sbtest;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.rowmark.fixture.ValidValues;

/** How many queries of each kind a transaction has, as sysbench has them by default. */
@State(Scope.Benchmark)
public class ReadCounts {
    static final String COUNTS = "0|[1-9][0-9]{0,3}";
    static final String COUNTS_IN_WORDS = "a whole number from 0 to 9999";

    /** Rows read by their keys. */
    @Param("10")
    @ValidValues(value = COUNTS, words = COUNTS_IN_WORDS, unnamed = true)
    public int pointSelects;

    /** Ranges of keys. */
    @Param("1")
    @ValidValues(value = COUNTS, words = COUNTS_IN_WORDS, unnamed = true)
    public int simpleRanges;

    /** Ranges whose numbers are added up. */
    @Param("1")
    @ValidValues(value = COUNTS, words = COUNTS_IN_WORDS, unnamed = true)
    public int sumRanges;

    /** Ranges in the order of their texts. */
    @Param("1")
    @ValidValues(value = COUNTS, words = COUNTS_IN_WORDS, unnamed = true)
    public int orderRanges;

    /** Ranges of different texts in their order. */
    @Param("1")
    @ValidValues(value = COUNTS, words = COUNTS_IN_WORDS, unnamed = true)
    public int distinctRanges;

    /** Rows of a range. */
    @Param("100")
    @ValidValues(unnamed = true)
    public int rangeSize;
}
