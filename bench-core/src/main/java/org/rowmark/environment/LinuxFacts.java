package org.rowmark.environment;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts of Linux from {@code /proc}, {@code /sys} and {@code /dev}; none on other systems. */
record LinuxFacts(SystemFiles files) {
    private static final Pattern PAGE_COUNT = Pattern.compile("HugePages_Total:\\s*(\\d+)");
    private static final Pattern PAGE_SIZE = Pattern.compile("Hugepagesize:\\s*(\\d+) kB");
    private static final Pattern POOL = Pattern.compile("hugepages-(\\d+)kB");
    private static final String HUGE_PAGES = "sys/kernel/mm/hugepages";
    private static final Pattern PROCESSOR = Pattern.compile("cpu\\d+");
    private static final String PROCESSORS = "sys/devices/system/cpu";

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

    private static final long KIBIBYTES_PER_MEBIBYTE = 1024;

    Map<String, String> read() {
        Map<String, String> facts = new TreeMap<>();
        put(facts, "huge pages", hugePages());
        put(facts, "transparent huge pages", files.chosen("sys/kernel/mm/transparent_hugepage/enabled"));
        put(facts, "governor", governor());
        put(facts, "processor wake-up", wakeUp());
        put(facts, "clock source", files.line("sys/devices/system/clocksource/clocksource0/current_clocksource"));
        put(facts, "swappiness", files.line("proc/sys/vm/swappiness"));
        return facts;
    }

    /** Returns the reserved pages: the number of those of the default size, and of other sizes where there are any. */
    private Optional<String> hugePages() {
        String memory = String.join("\n", files.lines("proc/meminfo"));
        Matcher count = PAGE_COUNT.matcher(memory);
        Matcher size = PAGE_SIZE.matcher(memory);
        if (!count.find() || !size.find()) {
            return Optional.empty();
        }
        long usual = Long.parseLong(size.group(1));
        Stream<String> others = files.names(HUGE_PAGES).stream()
                .map(POOL::matcher)
                .filter(Matcher::matches)
                .map(pool -> Long.parseLong(pool.group(1)))
                .filter(kibibytes -> kibibytes != usual)
                .sorted()
                .flatMap(kibibytes -> reserved(kibibytes).stream());
        return Optional.of(
                Stream.concat(Stream.of(pages(count.group(1), usual)), others).collect(Collectors.joining(", ")));
    }

    private Optional<String> reserved(long kibibytes) {
        return files.line(HUGE_PAGES + "/hugepages-" + kibibytes + "kB/nr_hugepages")
                .filter(count -> !count.equals("0"))
                .map(count -> pages(count, kibibytes));
    }

    private static String pages(String count, long kibibytes) {
        return count + " of "
                + (kibibytes < KIBIBYTES_PER_MEBIBYTE
                        ? kibibytes + " KiB"
                        : kibibytes / KIBIBYTES_PER_MEBIBYTE + " MiB");
    }

    /** Returns the frequency governors of all processors, several where they differ. */
    private Optional<String> governor() {
        String governors = files.names(PROCESSORS).stream()
                .filter(name -> PROCESSOR.matcher(name).matches())
                .flatMap(name -> files.line(PROCESSORS + "/" + name + "/cpufreq/scaling_governor").stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return governors.isEmpty() ? Optional.empty() : Optional.of(governors);
    }

    /** Returns how long a processor may take to wake up, if a process limits it; only root can read it. */
    private Optional<String> wakeUp() {
        return files.bytes("dev/cpu_dma_latency")
                .filter(bytes -> bytes.length == Integer.BYTES)
                .map(bytes ->
                        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getInt())
                .filter(micros -> micros < NO_LIMIT)
                .map(micros -> micros + " µs at most");
    }

    /**
     * Returns the virtualisation of this machine, and of the process by a container, in words, for example {@code virtual
     * machine (KVM), container}.
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
                .anyMatch(files::has);
        Optional<String> pids = files.link("proc/self/ns/pid");
        boolean isNamed = !files.link("proc/self/ns/uts").equals(Optional.of(FIRST_NAMES));
        return pids.isEmpty() ? isMarked : !pids.get().equals(FIRST_PIDS) || (isMarked && isNamed);
    }

    /** Returns whether the processor is virtual, which only x86 reports. */
    private Optional<Boolean> isProcessorVirtual() {
        return files.lines("proc/cpuinfo").stream()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .map(line -> List.of(line.split("\\s+")).contains("hypervisor"));
    }

    private static void put(Map<String, String> facts, String name, Optional<String> value) {
        value.ifPresent(known -> facts.put(name, known));
    }
}
