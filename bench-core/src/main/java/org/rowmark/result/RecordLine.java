package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A line of samples.jsonl. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Sample.class, name = "sample"),
    @JsonSubTypes.Type(value = CellOutcome.class, name = "cell-outcome")
})
public sealed interface RecordLine permits Sample, CellOutcome {
    int round();

    int cell();
}
