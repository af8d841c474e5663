package org.rowmark.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.provenance.Procedure;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.MemoryFacts;
import org.rowmark.result.TargetEnvironment.DataAmount;
import org.rowmark.result.TargetFacts;
import org.rowmark.util.ByteSize;

/** The line of what decides the numbers of runs, before them: threads, data and caches, versions, machines, commits. */
public final class Conditions {
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)+");

    private Conditions() {}

    public static String of(List<Manifest> manifests) {
        List<TargetFacts> targets = manifests.stream()
                .flatMap(manifest -> manifest.targets().stream())
                .filter(TargetFacts::hasStarted)
                .toList();
        return Stream.of(
                        threads(manifests),
                        data(targets, manifests),
                        joined(manifests.stream()
                                .flatMap(manifest -> manifest.request().scale().stream())
                                .map(Procedure::size)),
                        joined(targets.stream().map(Conditions::version)),
                        joined(manifests.stream().map(manifest -> machine(manifest.environment()))),
                        commits(targets))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    private static String threads(List<Manifest> manifests) {
        LongSummaryStatistics threads = statistics(
                manifests.stream()
                        .flatMap(manifest -> manifest.threads().stream())
                        .toList(),
                Integer::longValue);
        return threads.getCount() == 0
                ? ""
                : range(threads, Numbers::whole) + (threads.getMax() == 1 ? " thread" : " threads");
    }

    /** Returns {@code 1,000 to 100,000 rows of data, 60 kB to 8 MB, fits in the processor's cache (32 MB)}. */
    private static String data(List<TargetFacts> targets, List<Manifest> manifests) {
        List<DataAmount> amounts = targets.stream()
                .flatMap(target -> target.environment().dataOrigin().stream())
                .flatMap(origin -> origin.amounts().stream())
                .distinct()
                .toList();
        if (amounts.isEmpty()) {
            return "";
        }
        LongSummaryStatistics bytes = statistics(amounts, DataAmount::bytes);
        String size = range(statistics(amounts, DataAmount::rows), Numbers::whole) + " rows of data, "
                + range(bytes, Numbers::bytes);
        return size + place(bytes.getMax(), targets, manifests);
    }

    /** Returns the smallest known place that the most data fits in, or that there is none. */
    private static String place(long bytes, List<TargetFacts> targets, List<Manifest> manifests) {
        Optional<Long> cache = least(manifests.stream()
                .map(manifest -> manifest.environment().facts().get(Environment.PROCESSOR_CACHE)));
        Optional<Long> memory =
                least(targets.stream().map(target -> target.serverSettings().get(MemoryFacts.IN_FORCE)));
        Map<String, Optional<Long>> places = new LinkedHashMap<>();
        places.put("the processor's cache", cache);
        places.put("the server's memory", memory);
        List<String> tooSmall = new ArrayList<>();
        for (Map.Entry<String, Optional<Long>> place : places.entrySet()) {
            if (place.getValue().isEmpty()) {
                continue;
            }
            String named =
                    place.getKey() + " (" + Numbers.bytes(place.getValue().get()) + ")";
            if (bytes <= place.getValue().get()) {
                return ", fits in " + named + (tooSmall.isEmpty() ? "" : " but not in " + tooSmall.get(0));
            }
            tooSmall.add(named);
        }
        return tooSmall.isEmpty() ? "" : ", more than " + String.join(" and ", tooSmall);
    }

    /** Returns the smallest of sizes; empty if one is not known. */
    private static Optional<Long> least(Stream<String> sizes) {
        List<Optional<Long>> bytes = sizes.map(size -> Optional.ofNullable(size).flatMap(ByteSize::of))
                .toList();
        return bytes.contains(Optional.empty())
                ? Optional.empty()
                : bytes.stream().flatMap(Optional::stream).min(Long::compare);
    }

    /** Returns {@code H2 2.5.252}: of the text of a version its first number with a point. */
    private static String version(TargetFacts target) {
        Matcher number = NUMBER.matcher(target.version());
        return target.product() + " " + (number.find() ? number.group() : target.version());
    }

    private static String machine(Environment machine) {
        return machine.host() + ": " + Numbers.count(machine.cores(), "core") + " of " + machine.cpu() + ", "
                + Numbers.gibibytes(machine.memoryBytes());
    }

    private static String commits(List<TargetFacts> targets) {
        return Badge.promises(
                targets.stream().map(TargetFacts::name).toList(),
                targets.stream().map(TargetFacts::durability).toList());
    }

    private static String joined(Stream<String> texts) {
        return texts.distinct().collect(Collectors.joining(", "));
    }

    private static <T> LongSummaryStatistics statistics(List<T> items, ToLongFunction<T> value) {
        return items.stream().mapToLong(value).summaryStatistics();
    }

    private static String range(LongSummaryStatistics values, Function<Long, String> text) {
        String least = text.apply(values.getMin());
        String most = text.apply(values.getMax());
        return least.equals(most) ? most : least + " to " + most;
    }
}
