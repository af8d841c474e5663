package org.rowmark.plan;

import java.util.List;
import org.rowmark.targets.Target;

/**
 * A stretch of a round during which one target's server is up.
 *
 * @param target whose server
 * @param cells measured one after the other, at least one
 */
public record TargetBlock(Target target, List<Cell> cells) {}
