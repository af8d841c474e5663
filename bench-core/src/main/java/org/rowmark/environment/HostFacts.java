package org.rowmark.environment;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.rowmark.result.Environment;
import org.rowmark.util.ByteSize;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;

/**
 * The facts of this machine, in words, by names in plain words; facts that cannot be found out are missing. On Linux
 * those of {@link LinuxFacts} are among them.
 *
 * @param machine sorted by name, for example {@code kernel}
 */
public record HostFacts(Map<String, String> machine) {
    private static final SystemFiles SYSTEM = new SystemFiles(Path.of("/"));
    private static final double GIBIBYTE = 1 << 30;

    public HostFacts {
        machine = Collections.unmodifiableMap(new TreeMap<>(machine));
    }

    /** Reads the facts of this machine, which takes some tenths of a second. */
    public static HostFacts look() {
        SystemInfo system = new SystemInfo();
        Map<String, String> facts = new TreeMap<>();
        put(facts, "os", () -> os(system.getOperatingSystem()));
        put(facts, "kernel", () -> system.getOperatingSystem().getVersionInfo().getBuildNumber());
        put(
                facts,
                "cpu",
                () -> processor(system).getProcessorIdentifier().getName().strip());
        put(facts, "cores", () -> String.valueOf(Runtime.getRuntime().availableProcessors()));
        put(facts, "physical cores", () -> String.valueOf(processor(system).getPhysicalProcessorCount()));
        put(facts, "sockets", () -> String.valueOf(processor(system).getPhysicalPackageCount()));
        put(facts, "numa nodes", () -> String.valueOf(numaNodes(processor(system))));
        put(facts, Environment.PROCESSOR_CACHE, () -> cache(processor(system)));
        put(facts, "memory", () -> gibibytes(system.getHardware().getMemory().getTotal()));
        put(
                facts,
                "virtualisation",
                () -> new LinuxFacts(SYSTEM)
                        .virtualisation(model(system.getHardware()))
                        .orElse(""));
        facts.putAll(new LinuxFacts(SYSTEM).read());
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
        facts.putAll(new DataDirectoryFacts(SYSTEM).of(directory));
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

    private static CentralProcessor processor(SystemInfo system) {
        return system.getHardware().getProcessor();
    }

    /** Returns the size of the processor's largest cache, as a size that a setting may have. */
    private static String cache(CentralProcessor processor) {
        return processor.getProcessorCaches().stream()
                .map(CentralProcessor.ProcessorCache::getCacheSize)
                .max(Comparator.naturalOrder())
                .filter(bytes -> bytes > 0)
                .map(ByteSize::text)
                .orElse("");
    }

    private static String os(OperatingSystem system) {
        OperatingSystem.OSVersionInfo version = system.getVersionInfo();
        String name = Optional.ofNullable(version.getCodeName())
                .filter(code -> !code.isBlank() && !code.equals("unknown"))
                .map(code -> " (" + code + ")")
                .orElse("");
        return system.getFamily() + " " + version.getVersion() + name;
    }

    private static long numaNodes(CentralProcessor processor) {
        return processor.getLogicalProcessors().stream()
                .mapToInt(CentralProcessor.LogicalProcessor::getNumaNode)
                .distinct()
                .count();
    }

    private static String model(HardwareAbstractionLayer hardware) {
        return hardware.getComputerSystem().getManufacturer() + " "
                + hardware.getComputerSystem().getModel();
    }

    /** Adds a fact if OSHI knows it: a system that it does not know well must not end a run. */
    private static void put(Map<String, String> facts, String name, Supplier<String> value) {
        try {
            Optional.ofNullable(value.get())
                    .map(String::strip)
                    .filter(text -> !text.isEmpty() && !text.equalsIgnoreCase("unknown"))
                    .ifPresent(text -> facts.put(name, text));
        } catch (RuntimeException | LinkageError e) {
            facts.remove(name);
        }
    }
}
