package org.rowmark.util;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last 200 lines of an output, which have the reason of a failure. */
public final class LastLines {
    private static final int MOST = 200;

    private final Deque<String> lines = new ArrayDeque<>();

    public synchronized void add(String line) {
        lines.addLast(line);
        if (lines.size() > MOST) {
            lines.removeFirst();
        }
    }

    public synchronized List<String> all() {
        return List.copyOf(lines);
    }
}
