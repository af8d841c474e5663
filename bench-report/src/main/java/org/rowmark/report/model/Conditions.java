package org.rowmark.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
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
                        PlainText.byValue(
                                targets.stream().map(TargetFacts::name).toList(),
                                targets.stream()
                                        .map(target -> Cell.promise(target.durability()))
                                        .toList()))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    private static String threads(List<Manifest> manifests) {
        LongSummaryStatistics threads = manifests.stream()
                .flatMap(manifest -> manifest.threads().stream())
                .mapToLong(Integer::longValue)
                .summaryStatistics();
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
        LongSummaryStatistics rows =
                amounts.stream().mapToLong(DataAmount::rows).summaryStatistics();
        LongSummaryStatistics bytes =
                amounts.stream().mapToLong(DataAmount::bytes).summaryStatistics();
        return range(rows, Numbers::whole) + " rows of data, " + range(bytes, CounterText::bytes)
                + place(bytes.getMax(), targets, manifests);
    }

    /** Returns the smallest known place that the most data fits in, or that there is none. */
    private static String place(long bytes, List<TargetFacts> targets, List<Manifest> manifests) {
        Map<String, Long> places = new LinkedHashMap<>();
        least(manifests.stream().map(run -> run.environment().facts().get(Environment.PROCESSOR_CACHE)))
                .ifPresent(cache -> places.put("the processor's cache", cache));
        least(targets.stream().map(target -> target.serverSettings().get(MemoryFacts.IN_FORCE)))
                .ifPresent(memory -> places.put("the server's memory", memory));
        List<String> tooSmall = new ArrayList<>();
        for (Map.Entry<String, Long> place : places.entrySet()) {
            String named = place.getKey() + " (" + CounterText.bytes(place.getValue()) + ")";
            if (bytes <= place.getValue()) {
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

    private static String joined(Stream<String> texts) {
        return texts.distinct().collect(Collectors.joining(", "));
    }

    private static String range(LongSummaryStatistics values, Function<Long, String> text) {
        String least = text.apply(values.getMin());
        String most = text.apply(values.getMax());
        return least.equals(most) ? most : least + " to " + most;
    }
}
