package org.rowmark.run.cells;

import java.util.List;
import java.util.Optional;
import org.rowmark.result.Sample;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.util.ErrorMessages;

/**
 * A fork that has ended.
 *
 * @param returned empty if it failed
 * @param problem why it failed, one line
 * @param samples of its measured iterations
 */
public record EndedFork(Optional<KeptFork> returned, String problem, List<Sample> samples) {
    /**
     * Returns the same failure, of a fork whose server ended meanwhile.
     *
     * @param then what became of the server, in words
     */
    public EndedFork ofEndedServer(String then) {
        return new EndedFork(
                returned,
                ErrorMessages.oneLine("the server ended while the cell was measured; " + then + " (" + problem + ")"),
                samples);
    }
}
