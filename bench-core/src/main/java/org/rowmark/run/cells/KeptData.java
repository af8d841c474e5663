package org.rowmark.run.cells;

import java.util.List;
import java.util.OptionalLong;
import org.rowmark.data.DataSet;

/**
 * The data of a target's cells that stays beyond a run.
 *
 * @param place in words; empty if there is none
 * @param bytes of the entry in the cache; empty where data is in a database of the user's
 * @param problems in a line each
 */
public record KeptData(String target, List<DataSet> data, String place, OptionalLong bytes, List<String> problems) {
    static final String ABSENT = "none was there";

    static KeptData none(String target, String problem) {
        return new KeptData(target, List.of(), "", OptionalLong.empty(), List.of(problem));
    }

    /** Returns whether there was nothing to remove. */
    public boolean wasAbsent() {
        return place.equals(ABSENT);
    }
}
