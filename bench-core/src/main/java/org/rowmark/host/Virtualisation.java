package org.rowmark.host;

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
        boolean contained = Stream.of(".dockerenv", "run/.containerenv", "run/systemd/container")
                .anyMatch(files::has);
        if (known || virtual.orElse(false)) {
            String which = known ? " (" + model.strip() + ")" : "";
            return Optional.of("virtual machine" + which + (contained ? ", container" : ""));
        }
        return contained ? Optional.of("container") : virtual.map(real -> "none");
    }

    /** The flag is there on x86 only. */
    private static Optional<Boolean> processor(SystemFiles files) {
        return files.lines("proc/cpuinfo").stream()
                .filter(line -> line.startsWith("flags"))
                .findFirst()
                .map(line -> List.of(line.split("\\s+")).contains("hypervisor"));
    }
}
