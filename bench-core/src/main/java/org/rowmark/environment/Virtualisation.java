package org.rowmark.environment;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a machine is one in another one, and a process in a container. */
final class Virtualisation {
    /** What virtual machines call themselves, in lower case. */
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

    /** The namespaces in which the kernel starts have these numbers on every machine; all others have other ones. */
    private static final String FIRST_PIDS = "pid:[4026531836]";

    private static final String FIRST_NAMES = "uts:[4026531838]";

    private Virtualisation() {}

    /**
     * In words, for example {@code virtual machine (KVM), container}.
     *
     * @param root the directory that stands for {@code /}
     * @param model manufacturer and model as the machine tells them
     * @return {@code none} only where Linux says that the processor is a real one; empty where nothing says anything
     */
    static Optional<String> of(Path root, String model) {
        SystemFiles files = new SystemFiles(root);
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
     * Files alone do not tell: not every container has one, and a machine whose disk was made from a container's image
     * still has it. A container that shares the machine's processes has a name of its own at least.
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

    /** The flag is there on x86 only. */
    private static Optional<Boolean> processor(SystemFiles files) {
        return files.lines("proc/cpuinfo").stream()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .map(line -> List.of(line.split("\\s+")).contains("hypervisor"));
    }
}
