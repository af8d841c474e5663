package org.rowmark.host;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the JVMs of a run are, those that measure and the one that starts them. */
public final class JvmFacts {
    private static final Pattern COLLECTOR_FLAG = Pattern.compile("-XX:\\+Use(\\w+)GC");

    /** The collectors' names for their parts, and what everybody calls them. */
    private static final Map<String, String> COLLECTORS = Map.of(
            "G1 Young Generation", "G1",
            "PS MarkSweep", "Parallel",
            "MarkSweepCompact", "Serial",
            "ZGC Pauses", "Z",
            "ZGC Major Pauses", "Z",
            "Shenandoah Pauses", "Shenandoah",
            "Epsilon Heap", "Epsilon");

    private JvmFacts() {}

    /** @param flags of the JVMs that measure, as they stand in a command line, without secrets */
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
        facts.put("collector", collector(flags, names));
        facts.put("time zone", ZoneId.systemDefault().getId());
        facts.put("locale", Locale.getDefault().toLanguageTag());
        return facts;
    }

    /**
     * The last flag that names one, or else the one of this JVM, which is the same machine's.
     *
     * @param beans names of this JVM's collectors as it tells them
     */
    static String collector(List<String> flags, List<String> beans) {
        for (int i = flags.size() - 1; i >= 0; i--) {
            Matcher flag = COLLECTOR_FLAG.matcher(flags.get(i));
            if (flag.matches()) {
                return flag.group(1);
            }
        }
        return beans.stream()
                .filter(COLLECTORS::containsKey)
                .map(COLLECTORS::get)
                .findFirst()
                .orElseGet(() -> beans.stream().collect(Collectors.joining(", ")));
    }
}
