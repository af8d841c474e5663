package org.rowmark.environment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * Facts of Linux from {@code /proc}, {@code /sys} and {@code /dev}; none on other systems.
 *
 * @param root the directory to read as {@code /}
 */
record LinuxFacts(Path root) {
    private static final Pattern PAGES =
            Pattern.compile("HugePages_Total:\\s*(\\d+).*Hugepagesize:\\s*(\\d+) kB", Pattern.DOTALL);
    private static final Pattern POOL = Pattern.compile("hugepages-(\\d+)kB");
    private static final String HUGE_PAGES = "sys/kernel/mm/hugepages/";
    private static final Pattern PROCESSOR = Pattern.compile("cpu\\d+");
    private static final String PROCESSORS = "sys/devices/system/cpu/";

    /** Parts of the models of virtual machines. */
    private static final Pattern VIRTUAL_MACHINES = Pattern.compile(
            "amazon ec2|bochs|google compute engine|hvm domu|kvm|openstack|parallels|qemu|virtual machine|virtualbox"
                    + "|vmware|xen",
            Pattern.CASE_INSENSITIVE);

    /** The initial namespaces of the kernel have these numbers on every machine; all others have different ones. */
    private static final String FIRST_PIDS = "pid:[4026531836]";

    private static final String FIRST_NAMES = "uts:[4026531838]";

    /** What the kernel reports without a limit, in microseconds. */
    private static final int NO_LIMIT = 2_000_000_000;

    /** Longer mount options are names of files and networks, which make no difference. */
    private static final int LONGEST_OPTION = 40;

    /** The depth of stacked devices, such as encrypted logical volumes on a RAID; more is a loop. */
    private static final int DEEPEST = 8;

    /** A line of /proc/self/mounts: source, mount point, with spaces as octal numbers, type and options. */
    private static final Pattern MOUNT = Pattern.compile("\\S+ (\\S+) \\S+ (\\S+) .*");

    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    Map<String, String> read() {
        Map<String, String> facts = new TreeMap<>();
        put(facts, "huge pages", hugePages());
        put(
                facts,
                "transparent huge pages",
                line("sys/kernel/mm/transparent_hugepage/enabled").flatMap(LinuxFacts::bracketed));
        put(facts, "governor", governor());
        put(facts, "processor wake-up", wakeUp());
        put(facts, "clock source", line("sys/devices/system/clocksource/clocksource0/current_clocksource"));
        put(facts, "swappiness", line("proc/sys/vm/swappiness"));
        return facts;
    }

    /** Counts the reserved pages of the default size, and of other sizes where there are any. */
    private Optional<String> hugePages() {
        Matcher usual = PAGES.matcher(String.join("\n", lines("proc/meminfo")));
        if (!usual.find()) {
            return Optional.empty();
        }
        Map<Long, String> counts = new TreeMap<>();
        for (String name : names(HUGE_PAGES)) {
            Matcher pool = POOL.matcher(name);
            if (pool.matches()) {
                counts.put(
                        Long.valueOf(pool.group(1)),
                        line(HUGE_PAGES + name + "/nr_hugepages").orElse("0"));
            }
        }
        counts.values().removeIf("0"::equals);
        long size = Long.parseLong(usual.group(2));
        counts.remove(size);
        StringBuilder words = new StringBuilder(pages(usual.group(1), size));
        counts.forEach((kibibytes, count) -> words.append(", ").append(pages(count, kibibytes)));
        return Optional.of(words.toString());
    }

    private static String pages(String count, long kibibytes) {
        return count + " of " + (kibibytes < 1024 ? kibibytes + " KiB" : kibibytes / 1024 + " MiB");
    }

    /** Returns the frequency governors of all processors, several where they differ. */
    private Optional<String> governor() {
        return names(PROCESSORS).stream()
                .filter(PROCESSOR.asMatchPredicate())
                .flatMap(name -> line(PROCESSORS + name + "/cpufreq/scaling_governor").stream())
                .distinct()
                .sorted()
                .reduce((one, other) -> one + ", " + other);
    }

    /** Returns how long a processor may take to wake up, if a process limits it; only root can read it. */
    private Optional<String> wakeUp() {
        return read(() -> Files.readAllBytes(root.resolve("dev/cpu_dma_latency")))
                .filter(bytes -> bytes.length == Integer.BYTES)
                .map(bytes ->
                        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt())
                .filter(micros -> micros < NO_LIMIT)
                .map(micros -> micros + " µs at most");
    }

    /**
     * Returns the virtualisation of this machine and process, for example {@code virtual machine (KVM), container}.
     *
     * @param model manufacturer and model of the machine
     * @return {@code none} only where Linux reports a real processor; empty where nothing is known
     */
    Optional<String> virtualisation(String model) {
        Optional<Boolean> virtual = isProcessorVirtual();
        boolean isKnown = VIRTUAL_MACHINES.matcher(model).find();
        if (isKnown || virtual.orElse(false)) {
            String which = isKnown ? " (" + model.strip() + ")" : "";
            return Optional.of("virtual machine" + which + (isContained() ? ", container" : ""));
        }
        return isContained() ? Optional.of("container") : virtual.map(real -> "none");
    }

    /**
     * Returns whether this process runs in a container. Marker files are not enough: not every container has one, and a
     * machine whose disk was made from a container's image has one, too. A container that shares the machine's
     * processes has at least a host name of its own.
     */
    private boolean isContained() {
        boolean isMarked = Stream.of(".dockerenv", "run/.containerenv", "run/systemd/container")
                .anyMatch(this::has);
        Optional<String> pids = link("proc/self/ns/pid");
        boolean isNamed = !link("proc/self/ns/uts").equals(Optional.of(FIRST_NAMES));
        return pids.isEmpty() ? isMarked : !pids.get().equals(FIRST_PIDS) || (isMarked && isNamed);
    }

    /** Returns whether the processor is virtual, which only x86 reports. */
    private Optional<Boolean> isProcessorVirtual() {
        return lines("proc/cpuinfo").stream()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .map(line -> List.of(line.split("\\s+")).contains("hypervisor"));
    }

    private static void put(Map<String, String> facts, String name, Optional<String> value) {
        value.ifPresent(known -> facts.put(name, known));
    }

    /** Returns the facts of a directory; none if it does not exist. */
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

    /** Returns the options of the nearest mount above a path, the last of several; of a long option only its name. */
    Optional<String> mountOptions(Path path) {
        return lines("proc/self/mounts").stream()
                .map(MOUNT::matcher)
                .filter(mount -> mount.matches() && path.startsWith(point(mount)))
                .reduce((nearest, mount) -> point(mount).startsWith(point(nearest)) ? mount : nearest)
                .map(mount -> Stream.of(mount.group(2).split(","))
                        .map(option -> option.length() <= LONGEST_OPTION ? option : option.split("=", 2)[0] + "=…")
                        .collect(Collectors.joining(",")));
    }

    private static Path point(MatchResult mount) {
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
     * Returns the I/O schedulers of the disks below a file system; empty where there is no disk, or it is not known.
     *
     * @param device its numbers, which some file systems have of their own
     * @param source its disk, for example {@code /dev/vda}
     */
    Optional<String> scheduler(String device, String source) {
        return Stream.of("sys/dev/block/" + device, "sys/class/block/" + source.replaceFirst(".*/", ""))
                .filter(this::has)
                .limit(1)
                .flatMap(found -> schedulers(found, DEEPEST))
                .distinct()
                .sorted()
                .reduce((one, other) -> one + ", " + other);
    }

    /** Returns the schedulers of the devices below a stacked device, of a partition its disk's. */
    private Stream<String> schedulers(String device, int deepest) {
        List<String> below = names(device + "/slaves");
        if (deepest > 0 && !below.isEmpty()) {
            return below.stream().flatMap(name -> schedulers(device + "/slaves/" + name, deepest - 1));
        }
        return line(device + "/queue/scheduler")
                .or(() -> line(device + "/../queue/scheduler"))
                .map(line -> bracketed(line).orElse(line))
                .stream();
    }

    private static Optional<String> bracketed(String line) {
        return Optional.ofNullable(StringUtils.substringBetween(line, "[", "]"));
    }

    private boolean has(String file) {
        return Files.exists(root.resolve(file));
    }

    /** Lists the names of a directory's entries, sorted. */
    private List<String> names(String directory) {
        String[] names = root.resolve(directory).toFile().list();
        return names == null ? List.of() : Stream.of(names).sorted().toList();
    }

    private Optional<String> link(String file) {
        return read(() -> Files.readSymbolicLink(root.resolve(file)).toString());
    }

    /** Reads the first line that is not blank. */
    private Optional<String> line(String file) {
        return lines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst();
    }

    /** Reads in large pieces: the kernel delivers a file of {@code /proc/sys} in one piece and then the end. */
    private List<String> lines(String file) {
        return read(() -> Files.readAllLines(root.resolve(file), StandardCharsets.ISO_8859_1))
                .orElse(List.of());
    }

    private static <T> Optional<T> read(FailableSupplier<T, IOException> reading) {
        try {
            return Optional.of(reading.get());
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
