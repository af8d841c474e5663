package org.rowmark.host;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What Linux tells of itself in {@code /proc} and {@code /sys}; nothing elsewhere. */
final class LinuxFacts {
    private static final Pattern PAGE_COUNT = Pattern.compile("HugePages_Total:\\s*(\\d+)");
    private static final Pattern PAGE_SIZE = Pattern.compile("Hugepagesize:\\s*(\\d+) kB");
    private static final Pattern PROCESSOR = Pattern.compile("cpu\\d+");
    private static final String PROCESSORS = "sys/devices/system/cpu";
    private static final long KIBIBYTES_PER_MEBIBYTE = 1024;

    private final SystemFiles files;

    /** @param root the directory that stands for {@code /} */
    LinuxFacts(Path root) {
        files = new SystemFiles(root);
    }

    Map<String, String> read() {
        Map<String, String> facts = new TreeMap<>();
        put(facts, "huge pages", hugePages());
        put(facts, "transparent huge pages", files.chosen("sys/kernel/mm/transparent_hugepage/enabled"));
        put(facts, "governor", governor());
        put(facts, "clock source", files.line("sys/devices/system/clocksource/clocksource0/current_clocksource"));
        put(facts, "swappiness", files.line("proc/sys/vm/swappiness"));
        return facts;
    }

    /** Pages that are set aside, of the usual size. */
    private Optional<String> hugePages() {
        String memory = String.join("\n", files.lines("proc/meminfo"));
        Matcher count = PAGE_COUNT.matcher(memory);
        Matcher size = PAGE_SIZE.matcher(memory);
        return count.find() && size.find()
                ? Optional.of(count.group(1) + " of " + Long.parseLong(size.group(1)) / KIBIBYTES_PER_MEBIBYTE + " MiB")
                : Optional.empty();
    }

    /** Of all processors; several where they differ. */
    private Optional<String> governor() {
        String governors = files.names(PROCESSORS).stream()
                .filter(name -> PROCESSOR.matcher(name).matches())
                .flatMap(name -> files.line(PROCESSORS + "/" + name + "/cpufreq/scaling_governor").stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return governors.isEmpty() ? Optional.empty() : Optional.of(governors);
    }

    private static void put(Map<String, String> facts, String name, Optional<String> value) {
        value.ifPresent(known -> facts.put(name, known));
    }
}
