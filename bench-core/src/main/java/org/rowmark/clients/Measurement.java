package org.rowmark.clients;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.clients.coordination.Coordinator.Event;
import org.rowmark.clients.coordination.Coordinator.Kind;
import org.rowmark.run.output.RunListener.Recent;
import org.rowmark.util.Durations;

/** One fork on each client, which meet before every iteration, to the end of the last one. */
final class Measurement {
    /** The time in which the other clients must end their forks when one has failed. */
    private static final Duration RELEASE = Duration.ofSeconds(10);

    private static final long POLL_MILLIS = 50;

    private final Clients clients;
    private final int count;
    private final long id;
    private final Consumer<MergedIteration> iterations;
    private final Consumer<Recent> seconds;
    private final Map<Integer, Recent> recent = new HashMap<>();
    private final Map<Integer, List<Long>> waiting = new HashMap<>();
    private final Map<String, List<MergedIteration.Part>> parts = new LinkedHashMap<>();
    private final Map<Integer, Report.Ended> ended = new TreeMap<>();
    private Optional<String> failure = Optional.empty();

    /**
     * @param id unlike that of any other measurement of the run
     * @param seconds takes what all clients do during an iteration
     */
    Measurement(Clients clients, int count, long id, Consumer<MergedIteration> iterations, Consumer<Recent> seconds) {
        this.clients = clients;
        this.count = count;
        this.id = id;
        this.iterations = iterations;
        this.seconds = seconds;
    }

    void run(List<Order.Measure> orders, Duration limit) throws IOException {
        for (int number = 1; number <= count; number++) {
            clients.coordinator.send(number, orders.get(number - 1));
        }
        long end = System.nanoTime() + limit.toNanos();
        while (ended.size() < count && failure.isEmpty()) {
            if (!next()) {
                failure = loss();
            }
            if (System.nanoTime() > end) {
                failure = Optional.of(
                        stragglers() + " after " + Durations.words(limit) + "; give them more time with --timeout");
            }
        }
        if (failure.isPresent()) {
            release();
        }
    }

    private IntStream measuring() {
        return IntStream.rangeClosed(1, count).filter(number -> !ended.containsKey(number));
    }

    private Optional<String> loss() {
        return measuring()
                .boxed()
                .flatMap(number -> clients.loss(number).map(why -> clients.name(number, count) + ": " + why).stream())
                .findFirst();
    }

    private String stragglers() {
        return measuring()
                .filter(number -> !waiting.containsKey(number))
                .mapToObj(number -> clients.name(number, count))
                .collect(Collectors.joining(", ", "no end of ", ""));
    }

    /** Takes the next message; returns whether there was one within a short time. */
    private boolean next() throws IOException {
        Optional<Event<Report>> event = clients.pump(POLL_MILLIS);
        if (event.isEmpty() || event.get().kind() != Kind.SENT) {
            return false;
        }
        int number = event.get().number();
        Optional<Report> content = event.get().content();
        if (content.isEmpty()) {
            failure = Optional.of(clients.name(number, count) + " sends what another version of Rowmark sends");
        } else if (content.get() instanceof Report.OfMeasurement report && report.id() == id) {
            take(number, report);
        }
        return true;
    }

    private void take(int number, Report.OfMeasurement report) throws IOException {
        if (report instanceof Report.Came came) {
            waiting.put(number, came.numbers());
            if (waiting.size() == count) {
                goOn();
            }
        } else if (report instanceof Report.Iterated iterated) {
            List<MergedIteration.Part> all = parts.computeIfAbsent(
                    iterated.result().warmup() + " " + iterated.result().number(), none -> new ArrayList<>());
            all.add(new MergedIteration.Part(number, iterated));
            if (all.size() == count) {
                iterations.accept(new MergedIteration(all));
            }
        } else if (report instanceof Report.Worked worked) {
            recent.put(number, worked.seconds());
            if (recent.size() == count) {
                seconds.accept(ofAll(recent.values()));
                recent.clear();
            }
        } else if (report instanceof Report.Ended end) {
            ended.put(number, end);
            failure = failure.or(() -> end.failure().map(problem -> clients.name(number, count) + ": " + problem));
        }
    }

    /** Adds up what clients did; the p99 of the slowest is at least that of all operations. */
    private static Recent ofAll(Collection<Recent> clients) {
        return new Recent(
                clients.stream().mapToDouble(Recent::operationsPerSecond).sum(),
                clients.stream().mapToLong(Recent::p99Nanos).max().orElse(0),
                clients.stream().mapToLong(Recent::errors).sum());
    }

    private void goOn() throws IOException {
        if (waiting.values().stream().map(List::size).distinct().count() > 1) {
            failure = Optional.of("the clients came to different meetings");
            return;
        }
        List<Long> sums = IntStream.range(0, waiting.get(1).size())
                .mapToObj(i -> waiting.values().stream()
                        .mapToLong(numbers -> numbers.get(i))
                        .sum())
                .toList();
        waiting.clear();
        clients.coordinator.sendAll(new Order.GoOn(id, sums));
    }

    private void release() throws IOException {
        Optional<String> first = failure;
        for (int number : measuring().toArray()) {
            if (clients.loss(number).isEmpty()) {
                clients.coordinator.send(number, new Order.Abort());
            }
        }
        long end = System.nanoTime() + RELEASE.toNanos();
        while (System.nanoTime() < end
                && measuring().anyMatch(number -> clients.loss(number).isEmpty())) {
            next();
        }
        if (measuring().findAny().isPresent()) {
            clients.abandon();
        }
        failure = first;
    }

    /** Returns why it failed, naming the client; empty if all forks ended well. */
    Optional<String> failure() {
        return failure;
    }

    Map<Integer, Report.Ended> ended() {
        return ended;
    }
}
