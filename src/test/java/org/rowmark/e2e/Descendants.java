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
final class Descendants {
    private static final File PROC = new File("/proc");

    private final long root;
    private final Map<Long, Long> parents = new HashMap<>();

    Descendants(long root) {
        this.root = root;
    }

    /** Returns their numbers at this moment. */
    List<Long> now() {
        Set<Long> processes = new HashSet<>();
        Arrays.stream(PROC.list())
                .filter(name -> Character.isDigit(name.charAt(0)))
                .map(Long::valueOf)
                .forEach(processes::add);
        parents.keySet().retainAll(processes);
        processes.forEach(process -> parents.computeIfAbsent(process, Descendants::parent));
        return processes.stream().filter(this::isBelow).toList();
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
