package org.rowmark.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.rowmark.jvm.setting.Jdk;
import org.rowmark.jvm.setting.TargetJvm;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.result.TargetFacts;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;

/**
 * The JVMs of a run, each of which was started once.
 *
 * @param facts in words, by target; none where all targets have the JVM that runs Rowmark
 */
public record MeasuringJvms(Map<String, String> facts) {
    public static final MeasuringJvms NONE_CHOSEN = new MeasuringJvms(Map.of());

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");

    /** Lines before the one that names what is wrong. */
    private static final Pattern BEFORE_REASON =
            Pattern.compile("Error: Could not create.*|Error: A fatal.*|Error occurred.*|Picked up .*|.* warning: .*|");

    /** Starts the JVM of each target with its arguments; one that does not start is an error of its target. */
    public static MeasuringJvms started(RunRequest request) {
        List<Target> targets = request.what().targets();
        if (targets.stream().allMatch(target -> target.jvm().equals(TargetJvm.USUAL))) {
            return NONE_CHOSEN;
        }
        Map<TargetJvm, String> looked = new HashMap<>();
        Map<String, String> facts = new HashMap<>();
        for (Target target : targets) {
            List<String> flags = new ArrayList<>(request.sampling().jmh().allJvmFlags());
            flags.addAll(target.jvm().arguments());
            facts.put(target.name(), looked.computeIfAbsent(target.jvm(), jvm -> started(target, flags)));
        }
        return new MeasuringJvms(facts);
    }

    private static String started(Target target, List<String> flags) {
        Jdk jdk = target.jvm().java().orElseGet(Jdk::own);
        Path java = jdk.program();
        List<String> words = new ArrayList<>(List.of(java.toString()));
        words.addAll(flags);
        words.addAll(List.of("-XX:+PrintCommandLineFlags", "-version"));
        List<String> lines = new ArrayList<>();
        try {
            new Tool(new Command(words), LIMIT).run(lines::add);
        } catch (IOException e) {
            String reason = lines.stream()
                    .filter(line -> !BEFORE_REASON.matcher(line).matches())
                    .findFirst()
                    .orElseGet(() -> ErrorMessages.of(e));
            throw target.problem(
                    java + " does not start with '"
                            + String.join(" ", target.jvm().arguments()) + "': " + ErrorMessages.oneLine(reason)
                            + "; change java: or jvmArgs:",
                    e);
        }
        return jdk.version() + ", " + jdk.vendor() + collector(lines);
    }

    private static String collector(List<String> lines) {
        return lines.stream()
                .flatMap(line -> COLLECTOR.matcher(line).results())
                .reduce((first, second) -> second)
                .map(flag -> ", collector " + flag.group(1))
                .orElse("");
    }

    /** Adds the JVM of a target to its facts. */
    public TargetFacts with(TargetFacts target) {
        return facts.containsKey(target.name()) ? target.measuredBy(facts.get(target.name())) : target;
    }
}
