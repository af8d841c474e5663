package org.rowmark.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.result.Environment;
import oshi.SystemInfo;
import oshi.hardware.HardwareAbstractionLayer;

/** Describes the machine that measures. */
public final class HostProbe {
    private HostProbe() {}

    /**
     * This machine and the JVMs on it.
     *
     * @param flags of the JVMs that measure
     */
    public static Environment look(HostFacts machine, Path data, List<String> flags) throws IOException {
        SystemInfo system = new SystemInfo();
        Map<String, String> facts = new TreeMap<>(machine.at(data));
        facts.putAll(JvmFacts.of(flags));
        HardwareAbstractionLayer hardware = system.getHardware();
        return new Environment(
                hostName(),
                hardware.getProcessor().getProcessorIdentifier().getName().strip(),
                Runtime.getRuntime().availableProcessors(),
                hardware.getMemory().getTotal(),
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

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
