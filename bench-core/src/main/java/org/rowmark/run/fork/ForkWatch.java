package org.rowmark.run.fork;

import org.rowmark.process.ParentWatch;

/** The start of a fork that ends with this process, also before the fork itself sees to that. */
public final class ForkWatch extends ForkPrefix {
    /** Called by JMH. */
    public ForkWatch() {
        super(ParentWatch.wordsOfFork());
    }

    @Override
    public String getDescription() {
        return "starts the fork so that it ends with Rowmark";
    }
}
