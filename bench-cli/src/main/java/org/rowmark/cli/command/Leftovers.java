package org.rowmark.cli.command;

import org.rowmark.process.LockedDirectory;
import org.rowmark.settings.SettingsRestorer;

/** What killed runs have left on this machine and on external servers. */
final class Leftovers {
    private Leftovers() {}

    /** Removes directories, and names the settings that are to be put back. */
    static void remove() {
        LockedDirectory.removeLeft(System.err::println);
        new SettingsRestorer(System.err::println).announce();
    }
}
