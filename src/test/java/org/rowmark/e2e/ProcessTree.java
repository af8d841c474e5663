package org.rowmark.e2e;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The processes below one, on Linux, for a watch that looks a hundred times a second: the parent of each process of the
 * machine is read once. {@link ProcessHandle#descendants} reads all of them each time, which takes a third of a core.
 */
final class ProcessTree {
    private static final File PROC = new File("/proc");

    private final long root;
    private final Map<Long, Long> parents = new HashMap<>();

    ProcessTree(long root) {
        this.root = root;
    }

    /** Returns those that there are now. */
    List<Long> descendants() {
        Set<Long> now = new HashSet<>();
        Arrays.stream(PROC.list())
                .filter(name -> Character.isDigit(name.charAt(0)))
                .map(Long::valueOf)
                .forEach(now::add);
        parents.keySet().retainAll(now);
        now.forEach(process -> parents.computeIfAbsent(process, ProcessTree::parent));
        return now.stream().filter(this::isBelow).toList();
    }

    private boolean isBelow(long process) {
        Long above = parents.get(process);
        while (above != null && above != root) {
            above = parents.get(above);
        }
        return above != null;
    }

    /** Returns null if it has ended. */
    private static Long parent(long process) {
        try {
            String stat =
                    Files.readString(Path.of("/proc", Long.toString(process), "stat"), StandardCharsets.ISO_8859_1);
            // pid (name) state parent; a name may hold spaces and parentheses
            return Long.valueOf(stat.substring(stat.lastIndexOf(')') + 2).split(" ", 3)[1]);
        } catch (IOException e) {
            return null;
        }
    }
}
