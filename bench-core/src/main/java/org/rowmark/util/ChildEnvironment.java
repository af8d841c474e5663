package org.rowmark.util;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** The environment of programs that are started: without the variables that secrets came from, in English. */
public final class ChildEnvironment {
    private static final Set<String> WITHHELD = new ConcurrentSkipListSet<>();

    private ChildEnvironment() {}

    /** Withholds a variable from programs that are started from now on. */
    static void withhold(String variable) {
        WITHHELD.add(variable);
    }

    public static List<String> withheld() {
        return List.copyOf(WITHHELD);
    }

    public static ProcessBuilder of(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().keySet().removeAll(WITHHELD);
        builder.environment().put("LANGUAGE", "C"); // messages are read; the encoding, of LC_ALL or LANG, stays
        return builder;
    }
}
