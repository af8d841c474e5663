package org.rowmark.util;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;

/** Directories of a cache that this process or another one is filling, before they get their names. */
public final class UnfinishedDirectory {
    private static final String PREFIX = "unfinished-";
    private static final Pattern OF_PROCESS = Pattern.compile(PREFIX + "(\\d{1,18})-.*");

    private UnfinishedDirectory() {}

    /** Creates a directory of this process, and removes those of killed processes, which may take gigabytes. */
    public static Path in(Path cache) throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(cache, PREFIX + "*")) {
            for (Path directory : directories) {
                if (!isInUse(directory)) {
                    PathUtils.deleteDirectory(directory);
                }
            }
        }
        return Files.createTempDirectory(cache, PREFIX + ProcessHandle.current().pid() + "-");
    }

    /** Returns whether it is one of a living process. */
    public static boolean isInUse(Path directory) {
        Matcher name = OF_PROCESS.matcher(directory.getFileName().toString());
        return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isPresent();
    }
}
