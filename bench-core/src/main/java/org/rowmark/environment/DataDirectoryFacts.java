package org.rowmark.environment;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts of the storage of a directory: file system, mount options and I/O scheduler of the disk. */
record DataDirectoryFacts(SystemFiles files) {
    /** Longer mount options are names of files and networks, which make no difference. */
    private static final int LONGEST_OPTION = 40;

    /** The depth of stacked devices, such as encrypted logical volumes on a RAID; more is a loop. */
    private static final int DEEPEST = 8;

    /** A line of /proc/self/mounts: source, mount point, with spaces as octal numbers, type and options. */
    private static final Pattern MOUNT = Pattern.compile("\\S+ (\\S+) \\S+ (\\S+) .*");

    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    /**
     * Returns the facts of a directory.
     *
     * @param directory an existing one; of another nothing is known
     */
    Map<String, String> of(Path directory) {
        Map<String, String> facts = new TreeMap<>();
        try {
            Path real = directory.toRealPath();
            FileStore store = Files.getFileStore(real);
            facts.put("file system", store.type() + " on " + store.name());
            mountOptions(real).ifPresent(options -> facts.put("mount options", options));
            scheduler(device(real), store.name()).ifPresent(name -> facts.put("scheduler", name));
        } catch (IOException | RuntimeException e) {
            facts.clear();
        }
        return facts;
    }

    /**
     * Returns the options of the nearest mount above a path, of several at one point the last, which hides the others;
     * of a long option only its name.
     */
    Optional<String> mountOptions(Path path) {
        return files.lines("proc/self/mounts").stream()
                .map(MOUNT::matcher)
                .filter(mount -> mount.matches() && path.startsWith(point(mount)))
                .reduce((nearest, mount) -> point(mount).startsWith(point(nearest)) ? mount : nearest)
                .map(mount -> Stream.of(mount.group(2).split(","))
                        .map(option -> option.length() <= LONGEST_OPTION ? option : option.split("=", 2)[0] + "=…")
                        .collect(Collectors.joining(",")));
    }

    private static Path point(Matcher mount) {
        return Path.of(OCTAL.matcher(mount.group(1))
                .replaceAll(
                        code -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(code.group(1), 8)))));
    }

    /** Returns the numbers of the device that a path is on, {@code 254:0}; the first is 0 where it is no block device. */
    private static String device(Path path) {
        try {
            long number = (long) Files.getAttribute(path, "unix:dev");
            return ((number >> 8) & 0xFFF) + ":" + ((number & 0xFF) | ((number >> 12) & 0xFFF00));
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /**
     * Returns the I/O scheduler of the disks below a file system, all of them if they differ; empty where there is no
     * disk, or where it is not known.
     *
     * @param device its numbers, which some file systems have of their own
     * @param source its disk, for example {@code /dev/vda}
     */
    Optional<String> scheduler(String device, String source) {
        String schedulers = Stream.of("sys/dev/block/" + device, "sys/class/block/" + source.replaceFirst(".*/", ""))
                .filter(files::has)
                .limit(1)
                .flatMap(found -> schedulers(found, DEEPEST))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return schedulers.isEmpty() ? Optional.empty() : Optional.of(schedulers);
    }

    /**
     * Returns the schedulers of a device: a stacked device has those of the devices below it, a partition that of its
     * disk.
     */
    private Stream<String> schedulers(String device, int deepest) {
        List<String> below = files.names(device + "/slaves");
        if (deepest > 0 && !below.isEmpty()) {
            return below.stream().flatMap(name -> schedulers(device + "/slaves/" + name, deepest - 1));
        }
        return files
                .line(device + "/queue/scheduler")
                .or(() -> files.line(device + "/../queue/scheduler"))
                .map(line -> SystemFiles.bracketed(line).orElse(line))
                .stream();
    }
}
