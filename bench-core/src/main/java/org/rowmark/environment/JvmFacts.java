package org.rowmark.environment;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Facts of the JVMs of a run: those that measure and the one that starts them. */
public final class JvmFacts {
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
    public static Map<String, String> of(List<String> flags) {
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

    /**
     * Returns the collector that the last flag names, or else the one that this JVM has chosen, as the others do on the
     * same machine; empty where this JVM has a flag of its own.
     *
     * @param beans names of the collectors of this JVM
     */
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
