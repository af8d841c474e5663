package org.rowmark.plan;

import java.util.List;

/**
 * A stretch of the run in which a number of cells are measured once each: a whole round where all targets are
 * interleaved, the baseline's or the others' part of one where they are not.
 *
 * @param round from 1
 * @param turns in their order
 */
public record RoundPart(int round, List<TargetBlock> turns) {}
