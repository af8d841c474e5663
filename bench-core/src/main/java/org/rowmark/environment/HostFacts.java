package org.rowmark.environment;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.result.Environment;
import org.rowmark.util.ByteSize;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.ComputerSystem;
import oshi.software.os.OperatingSystem;

/** The known facts of this machine in words, by names such as {@code kernel}, sorted. */
public record HostFacts(Map<String, String> machine) {
    private static final LinuxFacts LINUX = new LinuxFacts(Path.of("/"));
    private static final double GIBIBYTE = 1 << 30;

    public HostFacts {
        machine = Collections.unmodifiableMap(new TreeMap<>(machine));
    }

    /** Reads the facts of this machine, which takes some tenths of a second. */
    public static HostFacts look() {
        SystemInfo system = new SystemInfo();
        Supplier<CentralProcessor> processor = () -> system.getHardware().getProcessor();
        Map<String, String> facts = new TreeMap<>();
        put(facts, "os", () -> os(system.getOperatingSystem()));
        put(facts, "kernel", () -> system.getOperatingSystem().getVersionInfo().getBuildNumber());
        put(facts, "cpu", () -> processor.get().getProcessorIdentifier().getName());
        put(facts, "cores", () -> Runtime.getRuntime().availableProcessors());
        put(facts, "physical cores", () -> processor.get().getPhysicalProcessorCount());
        put(facts, "sockets", () -> processor.get().getPhysicalPackageCount());
        put(facts, "numa nodes", () -> numaNodes(processor.get()));
        put(facts, Environment.PROCESSOR_CACHE, () -> cache(processor.get()));
        put(facts, "memory", () -> gibibytes(system.getHardware().getMemory().getTotal()));
        put(facts, "virtualisation", () -> {
            ComputerSystem computer = system.getHardware().getComputerSystem();
            return LINUX.virtualisation(computer.getManufacturer() + " " + computer.getModel())
                    .orElse("");
        });
        facts.putAll(LINUX.read());
        return new HostFacts(facts);
    }

    /** Returns the record of this machine and its JVMs. */
    public Environment environment(Path data, List<String> flags, Map<String, String> further) throws IOException {
        SystemInfo system = new SystemInfo();
        Map<String, String> facts = new TreeMap<>(at(data));
        facts.putAll(JvmFacts.of(flags));
        facts.putAll(further);
        return new Environment(
                system.getOperatingSystem().getNetworkParams().getHostName(),
                machine.getOrDefault("cpu", "unknown"),
                Runtime.getRuntime().availableProcessors(),
                system.getHardware().getMemory().getTotal(),
                system.getOperatingSystem().toString(),
                facts.get("jvm"),
                fileSystem(data),
                facts);
    }

    private static String fileSystem(Path data) throws IOException {
        FileStore store = Files.getFileStore(data);
        String kind = store.type() + " on " + store.name();
        return store.type().equals("tmpfs") ? kind + " (memory, not a disk: commits wait for nothing)" : kind;
    }

    /** Returns the facts of the machine together with those of the file system of a directory that exists. */
    public Map<String, String> at(Path directory) {
        Map<String, String> facts = new TreeMap<>(machine);
        facts.putAll(LINUX.of(directory));
        return Collections.unmodifiableMap(facts);
    }

    /** Formats an amount of memory, for example {@code 23.5 GiB}. */
    public static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / GIBIBYTE);
    }

    /** Returns the bytes of memory that programs can take without pushing others out. */
    public static long availableMemory() {
        return new SystemInfo().getHardware().getMemory().getAvailable();
    }

    /** Returns the size of the processor's largest cache, as a size that a setting may have. */
    private static String cache(CentralProcessor processor) {
        return processor.getProcessorCaches().stream()
                .map(CentralProcessor.ProcessorCache::getCacheSize)
                .filter(bytes -> bytes > 0)
                .max(Comparator.naturalOrder())
                .map(ByteSize::text)
                .orElse("");
    }

    private static String os(OperatingSystem system) {
        OperatingSystem.OSVersionInfo version = system.getVersionInfo();
        String code = version.getCodeName();
        boolean isNamed = !StringUtils.isBlank(code) && !code.equals("unknown");
        return system.getFamily() + " " + version.getVersion() + (isNamed ? " (" + code + ")" : "");
    }

    private static long numaNodes(CentralProcessor processor) {
        return processor.getLogicalProcessors().stream()
                .mapToInt(CentralProcessor.LogicalProcessor::getNumaNode)
                .distinct()
                .count();
    }

    /** Adds a fact if OSHI knows it: a system that it does not know well must not end a run. */
    private static void put(Map<String, String> facts, String name, Supplier<Object> value) {
        try {
            String text = String.valueOf(value.get()).strip();
            if (!text.isEmpty() && !text.equals("null") && !text.equalsIgnoreCase("unknown")) {
                facts.put(name, text);
            }
        } catch (RuntimeException | LinkageError e) {
            facts.remove(name);
        }
    }

    /** Facts of the JVMs of a run: those that measure and the one that starts them. */
    static final class JvmFacts {
        private static final Pattern COLLECTOR_FLAG = Pattern.compile("-XX:\\+Use(\\w+)GC");

        /** Common names of the collectors, by the names of their MXBeans. */
        private static final Map<String, String> COLLECTORS = Map.of(
                "G1 Young Generation", "G1",
                "PS MarkSweep", "Parallel",
                "MarkSweepCompact", "Serial",
                "ZGC Pauses", "Z",
                "ZGC Major Pauses", "Z",
                "Shenandoah Pauses", "Shenandoah",
                "Epsilon Heap", "Epsilon");

        private JvmFacts() {}

        /** @param flags of the JVMs that measure, as in a command line, without secrets */
        static Map<String, String> of(List<String> flags) {
            Map<String, String> facts = new TreeMap<>();
            facts.put(
                    "jvm",
                    System.getProperty("java.vm.name") + " " + Runtime.version() + ", "
                            + System.getProperty("java.vendor"));
            if (!flags.isEmpty()) {
                facts.put("jvm flags", String.join(" ", flags));
            }
            List<String> names = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .map(GarbageCollectorMXBean::getName)
                    .toList();
            List<String> own = ManagementFactory.getRuntimeMXBean().getInputArguments();
            collector(flags, own, names).ifPresent(name -> facts.put("collector", name));
            facts.put("time zone", ZoneId.systemDefault().getId());
            facts.put("locale", Locale.getDefault().toLanguageTag());
            return facts;
        }

        /** Returns the collector that the last flag names, or else this JVM's; empty where a flag chose that. */
        static Optional<String> collector(List<String> flags, List<String> own, List<String> beans) {
            Optional<String> named = lastNamed(flags);
            if (named.isPresent() || lastNamed(own).isPresent()) {
                return named;
            }
            return Optional.of(beans.stream()
                    .filter(COLLECTORS::containsKey)
                    .map(COLLECTORS::get)
                    .findFirst()
                    .orElseGet(() -> String.join(", ", beans)));
        }

        private static Optional<String> lastNamed(List<String> flags) {
            return flags.stream()
                    .map(COLLECTOR_FLAG::matcher)
                    .filter(Matcher::matches)
                    .map(flag -> flag.group(1))
                    .reduce((first, second) -> second);
        }
    }
}
