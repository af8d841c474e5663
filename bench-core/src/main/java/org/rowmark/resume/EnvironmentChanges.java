package org.rowmark.resume;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/**
 * The differences between the environment in which a run began and the one in which it is continued. What is different
 * at every start, such as the time of a round trip, is none.
 */
public final class EnvironmentChanges {
    private static final Set<String> MEASURED = Set.of("round trip", "connect", Environment.SPEED);

    private final Set<String> found = new LinkedHashSet<>();

    private EnvironmentChanges() {}

    public static List<String> between(Manifest before, Environment machine, String rowmark, List<TargetFacts> now) {
        EnvironmentChanges changes = new EnvironmentChanges();
        changes.compare("Rowmark", before.rowmark(), rowmark);
        changes.compare("the machine's name", before.environment().host(), machine.host());
        changes.compareKnown("the machine's ", before.environment().facts(), machine.facts());
        for (TargetFacts target : before.targets()) {
            now.stream()
                    .filter(other -> other.name().equals(target.name()))
                    .forEach(other -> changes.compare(target, other));
        }
        return List.copyOf(changes.found);
    }

    private void compare(TargetFacts before, TargetFacts now) {
        String where = before.name() + ": ";
        TargetEnvironment then = before.environment();
        TargetEnvironment today = now.environment();
        compare(where + "version", before.version(), now.version());
        compare(where + "driver", before.driver(), now.driver());
        compare(where + "durability", before.durability(), now.durability());
        if (!before.driverJars().equals(now.driverJars())) {
            found.add(where + (now.driver().isEmpty() ? "its files" : "the files of the driver") + " are others");
        }
        compareAll(where + "setting ", before.settings(), now.settings());
        compareKnown(where + "setting ", before.serverSettings(), now.serverSettings());
        compareAll(where + "setting ", then.changedSettings(), today.changedSettings());
        compareKnown(where + "connection's ", then.connection(), today.connection());
        compareKnown(where + "machine's ", then.host(), today.host());
        then.jvm().ifPresent(jvm -> compare(where + "JVM", jvm, today.jvm().orElse(jvm)));
    }

    /** Compares what is known both times. */
    private void compareKnown(String what, Map<String, String> before, Map<String, String> now) {
        before.forEach((name, value) -> {
            if (now.containsKey(name) && !MEASURED.contains(name)) {
                compare(what + name, value, now.get(name));
            }
        });
    }

    /** Compares also what was there once only. */
    private void compareAll(String what, Map<String, String> before, Map<String, String> now) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        names.forEach(
                name -> compare(what + name, before.getOrDefault(name, "not set"), now.getOrDefault(name, "not set")));
    }

    private void compare(String what, String before, String now) {
        if (!before.equals(now)) {
            found.add(what + " was " + before + " and is " + now);
        }
    }
}
