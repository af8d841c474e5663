package org.rowmark.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.TargetFacts;

/**
 * The differences between the environment in which a run began and that in which it is continued. What is different at
 * every start, such as the time of a round trip, is none.
 */
final class EnvironmentChanges {
    private static final Set<String> MEASURED = Set.of("round trip", "connect", Environment.SPEED);

    private final List<String> found = new ArrayList<>();

    private EnvironmentChanges() {}

    static List<String> between(Manifest before, Environment machine, String rowmark, List<TargetFacts> targets) {
        EnvironmentChanges changes = new EnvironmentChanges();
        changes.compare("Rowmark", before.rowmark(), rowmark);
        changes.compare("the machine's name", before.environment().host(), machine.host());
        changes.compare("the machine's ", before.environment().facts(), machine.facts());
        Map<String, TargetFacts> now = new TreeMap<>();
        targets.forEach(target -> now.put(target.name(), target));
        for (TargetFacts target : before.targets()) {
            Optional.ofNullable(now.get(target.name())).ifPresent(other -> changes.compare(target, other));
        }
        return List.copyOf(changes.found);
    }

    private void compare(TargetFacts before, TargetFacts now) {
        String where = before.name() + ": ";
        compare(where + "version", before.version(), now.version());
        compare(where + "driver", before.driver(), now.driver());
        compare(where + "durability", before.durability(), now.durability());
        if (!before.driverJars().equals(now.driverJars())) {
            found.add(where + "the files of the driver are others");
        }
        compareAll(where + "setting ", before.settings(), now.settings());
        compare(where + "setting ", before.serverSettings(), now.serverSettings());
        compareAll(
                where + "setting ",
                before.environment().changedSettings(),
                now.environment().changedSettings());
        compare(
                where + "connection's ",
                before.environment().connection(),
                now.environment().connection());
        compare(
                where + "machine's ",
                before.environment().host(),
                now.environment().host());
    }

    /** Compares what is known both times. */
    private void compare(String what, Map<String, String> before, Map<String, String> now) {
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
        String change = what + " was " + before + " and is " + now;
        if (!before.equals(now) && !found.contains(change)) {
            found.add(change);
        }
    }
}
