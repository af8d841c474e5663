package org.rowmark.environment;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The virtualisation of this machine, and of the process by a container. */
final class Virtualisation {
    /** Parts of the models of virtual machines, in lower case. */
    private static final List<String> MODELS = List.of(
            "amazon ec2",
            "bochs",
            "google compute engine",
            "hvm domu",
            "kvm",
            "openstack",
            "parallels",
            "qemu",
            "virtual machine",
            "virtualbox",
            "vmware",
            "xen");

    /** The initial namespaces of the kernel have these numbers on every machine; all others have different ones. */
    private static final String FIRST_PIDS = "pid:[4026531836]";

    private static final String FIRST_NAMES = "uts:[4026531838]";

    private Virtualisation() {}

    /**
     * Returns it in words, for example {@code virtual machine (KVM), container}.
     *
     * @param model manufacturer and model of the machine
     * @return {@code none} only where Linux reports a real processor; empty where nothing is known
     */
    static Optional<String> of(SystemFiles files, String model) {
        Optional<Boolean> virtual = processor(files);
        boolean known = MODELS.stream().anyMatch(model.toLowerCase(Locale.ROOT)::contains);
        boolean contained = isContained(files);
        if (known || virtual.orElse(false)) {
            String which = known ? " (" + model.strip() + ")" : "";
            return Optional.of("virtual machine" + which + (contained ? ", container" : ""));
        }
        return contained ? Optional.of("container") : virtual.map(real -> "none");
    }

    /**
     * Returns whether this process runs in a container. Marker files are not enough: not every container has one, and a
     * machine whose disk was made from a container's image has one, too. A container that shares the machine's
     * processes has at least a host name of its own.
     */
    private static boolean isContained(SystemFiles files) {
        boolean isMarked = Stream.of(".dockerenv", "run/.containerenv", "run/systemd/container")
                .anyMatch(files::has);
        Optional<String> pids = files.link("proc/self/ns/pid");
        if (pids.isEmpty()) {
            return isMarked;
        }
        boolean isNamed = !files.link("proc/self/ns/uts").equals(Optional.of(FIRST_NAMES));
        return !pids.get().equals(FIRST_PIDS) || (isMarked && isNamed);
    }

    /** Returns whether the processor is virtual, which only x86 reports. */
    private static Optional<Boolean> processor(SystemFiles files) {
        return files.lines("proc/cpuinfo").stream()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .map(line -> List.of(line.split("\\s+")).contains("hypervisor"));
    }
}
