package org.rowmark.environment;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.software.os.OperatingSystem;

/**
 * What this machine is, in words, by names in plain words; what cannot be found out is not in it. On every system the
 * general ones, on Linux those of {@link LinuxFacts} too.
 *
 * @param machine sorted by name, for example {@code kernel}
 */
public record HostFacts(Map<String, String> machine) {
    private static final Path ROOT = Path.of("/");
    private static final double GIBIBYTE = 1 << 30;

    public HostFacts {
        machine = Collections.unmodifiableMap(new TreeMap<>(machine));
    }

    /** Looks at this machine, which takes some tenths of a second. */
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
        put(facts, "memory", () -> gibibytes(system.getHardware().getMemory().getTotal()));
        put(
                facts,
                "virtualisation",
                () -> Virtualisation.of(ROOT, model(system.getHardware())).orElse(""));
        facts.putAll(new LinuxFacts(ROOT).read());
        return new HostFacts(facts);
    }

    /** The same machine, with what there is to say of the file system of a directory that exists. */
    public Map<String, String> at(Path directory) {
        Map<String, String> facts = new TreeMap<>(machine);
        facts.putAll(new DataDirectoryFacts(ROOT).of(directory));
        return Collections.unmodifiableMap(facts);
    }

    /** Memory as a report writes it, for example {@code 23.5 GiB}. */
    public static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / GIBIBYTE);
    }

    private static CentralProcessor processor(SystemInfo system) {
        return system.getHardware().getProcessor();
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

    /** A system that OSHI does not know well must not end a run. */
    private static void put(Map<String, String> facts, String name, Supplier<String> question) {
        try {
            Optional.ofNullable(question.get())
                    .map(String::strip)
                    .filter(value -> !value.isEmpty() && !value.equalsIgnoreCase("unknown"))
                    .ifPresent(value -> facts.put(name, value));
        } catch (RuntimeException | LinkageError e) {
            facts.remove(name);
        }
    }
}
