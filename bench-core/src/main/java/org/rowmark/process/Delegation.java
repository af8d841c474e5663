package org.rowmark.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;

/**
 * The use of a controller by the cgroups in one of version 2, as its {@code cgroup.subtree_control} has it. The guardian,
 * or a later start of Rowmark, ends what a killed run has begun.
 *
 * @param cgroup the one that they are in
 */
public record Delegation(Path cgroup, String controller) {
    private static final String IN_FORCE = "cgroup.subtree_control";

    /** The contents of a limit's file where there is none. */
    private static final Set<String> NO_LIMIT = Set.of("0", "max");

    /** Returns whether the kernel has the controller for them. */
    public boolean isPossible() throws IOException {
        return isNamed(cgroup.resolve("cgroup.controllers"));
    }

    /**
     * Lets them use it.
     *
     * @return whether this run is to end that: nobody had begun it, or another run that may end first
     */
    public boolean begin() throws IOException {
        boolean isOurs = !isNamed(cgroup.resolve(IN_FORCE)) || Register.isListed(this); // listed first, then in force
        if (isOurs) {
            Guardian.delegates(this);
            Files.writeString(cgroup.resolve(IN_FORCE), "+" + controller);
        }
        return isOurs;
    }

    /** Ends that, unless one of them needs it: the kernel would drop its limits silently. */
    public void end() throws IOException {
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(cgroup, Files::isDirectory)) {
            for (Path child : inside) {
                if (isNeeded(child)) {
                    return;
                }
            }
        }
        Files.writeString(cgroup.resolve(IN_FORCE), "-" + controller);
    }

    private boolean isNeeded(Path child) {
        try (DirectoryStream<Path> limits = Files.newDirectoryStream(child, controller + "*.{min,low,high,max}")) {
            for (Path limit : limits) {
                if (!NO_LIMIT.contains(Files.readString(limit).strip())) {
                    return true;
                }
            }
            return isNamed(child.resolve(IN_FORCE));
        } catch (IOException | DirectoryIteratorException e) {
            return false; // it has just been removed
        }
    }

    private boolean isNamed(Path file) throws IOException {
        return Arrays.asList(Files.readString(file).strip().split("\\s+", -1)).contains(controller);
    }
}
