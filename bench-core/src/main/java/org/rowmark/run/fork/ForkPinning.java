package org.rowmark.run.fork;

import org.rowmark.options.CpuSet;

/** The start of a fork on some CPUs only. */
public final class ForkPinning extends ForkPrefix {
    /** @param cpus as {@link CpuSet#text} */
    public ForkPinning(String cpus) {
        super(new CpuSet(cpus).prefix());
    }

    @Override
    public String getDescription() {
        return "starts the fork on some CPUs only";
    }
}
