package org.rowmark.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.clients.coordination.Coordinator;
import org.rowmark.clients.coordination.Coordinator.Event;
import org.rowmark.clients.launch.StartedClients;
import org.rowmark.result.clients.ClientRecord;
import org.rowmark.result.clients.ClientRecord.ClientFacts;
import org.rowmark.run.fork.Fork;
import org.rowmark.util.Durations;
import org.rowmark.util.RowmarkVersion;

/** The clients of a run: those that have joined, and those that were started. */
final class Clients implements AutoCloseable {
    /** The time of clients that were started to join, from when the last one has. */
    private static final Duration JOINING = Duration.ofMinutes(1);

    /** What is added to it for each client: all may start on the same cores. */
    private static final Duration JOINING_OF_EACH = Duration.ofSeconds(2);

    private static final long POLL_MILLIS = 50;

    final Coordinator<Report> coordinator;
    private final FailableSupplier<StartedClients, IOException> start;
    private final int most;
    private final Path record;
    private final Map<Integer, Report.Introduction> joined = new HashMap<>();
    private Optional<StartedClients> started = Optional.empty();

    Clients(
            Coordinator<Report> coordinator,
            FailableSupplier<StartedClients, IOException> start,
            int most,
            Path record) {
        this.coordinator = coordinator;
        this.start = start;
        this.most = most;
        this.record = record;
    }

    /** Waits until so many clients have joined. If one of those that were started has ended, all are started again. */
    void require(int count) throws IOException, Fork.Failed {
        while (pump(0).isPresent()) {
            // what has happened meanwhile
        }
        if (missing(count).isPresent()
                && IntStream.rangeClosed(1, most)
                        .anyMatch(number -> ended(number).isPresent())) {
            abandon();
        }
        if (started.isEmpty()) {
            started = Optional.of(start.get());
        }
        Duration joining = JOINING.plus(JOINING_OF_EACH.multipliedBy(count));
        long end = System.nanoTime() + joining.toNanos();
        for (OptionalInt missing = missing(count); missing.isPresent(); missing = missing(count)) {
            int number = missing.getAsInt();
            Optional<String> why = ended(number);
            if (why.isPresent()) {
                throw new Fork.Failed(name(number, count) + " has ended: " + why.get());
            }
            if (System.nanoTime() > end) {
                throw new Fork.Failed(name(number, count) + " has not joined within " + Durations.words(joining));
            }
            int before = joined.size();
            pump(POLL_MILLIS);
            if (joined.size() > before) {
                end = System.nanoTime() + joining.toNanos();
            }
        }
    }

    private OptionalInt missing(int count) {
        return IntStream.rangeClosed(1, count)
                .filter(number -> !joined.containsKey(number))
                .findFirst();
    }

    private Optional<String> ended(int number) {
        return started.flatMap(clients -> clients.ended(number));
    }

    /** Ends all clients, so that the next cell is measured by others. */
    void abandon() {
        started.ifPresent(StartedClients::close);
        started = Optional.empty();
        IntStream.rangeClosed(1, most).forEach(coordinator::expel);
        joined.clear();
    }

    /** Takes the next event, if there is one within the time. */
    Optional<Event<Report>> pump(long millis) throws IOException {
        Optional<Event<Report>> next = coordinator.next(millis);
        if (next.isPresent()) {
            Event<Report> event = next.get();
            switch (event.kind()) {
                case JOINED -> join(event);
                case LEFT -> joined.remove(event.number());
                case SENT -> {}
            }
        }
        return next;
    }

    private void join(Event<Report> event) throws IOException {
        if (event.content().orElse(null) instanceof Report.Introduction facts) {
            if (!facts.version().equals(RowmarkVersion.WITH_COMMIT)) {
                throw new IOException("client " + event.number() + " on " + facts.host() + " is Rowmark "
                        + facts.version() + ", and this is " + RowmarkVersion.WITH_COMMIT + "; copy this jar there");
            }
            joined.put(event.number(), facts);
            ClientRecord.append(record, List.of(new ClientFacts(event.number(), facts.host(), facts.facts())));
        }
    }

    /** Returns why a client cannot take part any more; empty while it can. */
    Optional<String> loss(int number) {
        return ended(number)
                .map(why -> "it has ended: " + why)
                .or(() -> joined.containsKey(number)
                        ? Optional.empty()
                        : Optional.of("it left, or the coordinator had no sign of life of it"));
    }

    boolean isHere(int number) throws IOException {
        return joined.get(number).machine().equals(Client.machine());
    }

    /** Returns the text {@code client 2 of 4 (host)}. */
    String name(int number, int count) {
        String host = Optional.ofNullable(joined.get(number))
                .map(Report.Introduction::host)
                .or(() -> started.flatMap(clients -> clients.host(number)))
                .map(known -> " (" + known + ")")
                .orElse("");
        return "client " + number + " of " + count + host;
    }

    @Override
    public void close() {
        try {
            coordinator.sendAll(new Order.End());
            long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            while (!joined.isEmpty() && System.nanoTime() < end) {
                pump(POLL_MILLIS);
            }
        } catch (IOException e) {
            // they end when the coordinator does
        }
        started.ifPresent(StartedClients::close);
        coordinator.close();
    }
}
