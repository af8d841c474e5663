package org.rowmark.run.fork;

import org.rowmark.process.Guardian;

/** The start of a fork that lists itself for the guardian of this process. */
public final class ForkListing extends ForkPrefix {
    /** Called by JMH. */
    public ForkListing() {
        super(Guardian.prefixOfFork());
    }

    @Override
    public String getDescription() {
        return "starts the fork so that it ends with Rowmark";
    }
}
