package org.rowmark.turns.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.process.ForkGate;

/** Turns of threads that connect as forks do. */
@Timeout(60)
class TurnsTest {
    @TempDir
    Path temp;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void gives_each_a_turn_before_any_has_another() throws Exception {
        try (Turns turns = turns(3)) {
            List<Future<Void>> forks = List.of(fork(turns, 0, 20), fork(turns, 1, 20), fork(turns, 2, 20));
            for (Future<Void> fork : forks) {
                fork.get();
            }
        }

        assertThat(taken).hasSize(60).startsWith(0, 1, 2);
        for (int turn = 0; turn < 60; turn += 3) {
            assertThat(taken.subList(turn, turn + 3)).containsExactlyInAnyOrder(0, 1, 2);
        }
        assertThat(mostAtOnce).hasValue(1);
        assertThat(taken)
                .isNotEqualTo(new ArrayList<>(Collections.nCopies(20, List.of(0, 1, 2)))
                        .stream().flatMap(List::stream).toList());
    }

    @Test
    void waits_with_the_first_turn_until_all_are_there() throws Exception {
        try (Turns turns = turns(2)) {
            Future<Void> early = fork(turns, 0, 1);
            TimeUnit.MILLISECONDS.sleep(200);
            assertThat(taken).isEmpty();

            fork(turns, 1, 1).get();
            early.get();
        }

        assertThat(taken).containsExactly(0, 1);
    }

    @Test
    void releases_those_who_have_finished_when_nobody_measures_any_more() throws Exception {
        try (Turns turns = turns(2)) {
            Future<Void> first = fork(turns, 0, 1);
            ForkGate.Link second = ForkGate.Link.open(turns.forks().get(1).file());
            second.pass();
            assertThat(taken).containsExactly(0);
            assertThat(first.isDone()).isFalse();

            second.pass(1);
            first.get();
        }
    }

    @Test
    void goes_on_without_one_that_dies_in_its_turn() throws Exception {
        try (Turns turns = turns(2)) {
            Future<Void> other = fork(turns, 1, 5);
            try (ForkGate.Link dying = ForkGate.Link.open(turns.forks().get(0).file())) {
                dying.pass();
            }
            other.get();
        }

        assertThat(taken).hasSize(5);
    }

    @Test
    void goes_on_without_one_that_dies_while_it_waits() throws Exception {
        try (Turns turns = turns(2)) {
            ForkGate.Link.open(turns.forks().get(0).file()).close();
            fork(turns, 1, 5).get();
        }

        assertThat(taken).hasSize(5);
    }

    @Test
    void goes_on_without_one_that_ends_before_it_connects() throws Exception {
        try (Turns turns = turns(2)) {
            Future<Void> other = fork(turns, 1, 2);
            turns.forks().get(0).leave();
            other.get();
        }

        assertThat(taken).hasSize(2);
    }

    @Test
    void goes_on_without_one_that_hangs_when_its_gate_is_closed() throws Exception {
        try (Turns turns = turns(2)) {
            Future<Void> other = fork(turns, 1, 2);
            ForkGate.Link hanging = ForkGate.Link.open(turns.forks().get(0).file());
            hanging.pass();
            turns.forks().get(0).leave(); // as when its process has been killed
            other.get();

            assertThatThrownBy(hanging::pass).isInstanceOf(IOException.class);
        }
    }

    @Test
    void refuses_a_process_that_does_not_know_the_secret() throws Exception {
        try (Turns turns = turns(1)) {
            int port = Integer.parseInt(
                    Files.readAllLines(turns.forks().get(0).file()).get(0));
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
                stranger.getOutputStream().write(new byte[ForkGate.Link.SECRET + Long.BYTES]);
                assertThat(stranger.getInputStream().read()).isEqualTo(-1);
            }
            fork(turns, 0, 1).get();
        }
    }

    @Test
    void ends_those_who_wait_when_it_is_closed() throws Exception {
        Turns turns = turns(2);
        Future<Void> waiting = fork(turns, 0, 1);
        TimeUnit.MILLISECONDS.sleep(100);

        turns.close();

        assertThatThrownBy(waiting::get).hasRootCauseInstanceOf(IOException.class);
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void counts_the_time_of_waiting_but_not_that_of_turns() throws Exception {
        try (Turns turns = turns(2)) {
            Future<Void> second = fork(turns, 1, 1);
            try (ForkGate.Link first = ForkGate.Link.open(turns.forks().get(0).file())) {
                first.pass();
                TimeUnit.MILLISECONDS.sleep(500);

                assertThat(turns.forks().get(0).waitedNanos()).isLessThan(TimeUnit.MILLISECONDS.toNanos(400));
                assertThat(turns.forks().get(1).waitedNanos()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(400));
            }
            second.get();
        }
    }

    @Test
    void knows_when_each_turn_began_and_ended() throws Exception {
        try (Turns turns = turns(2)) {
            List<Future<Void>> forks = List.of(fork(turns, 0, 3), fork(turns, 1, 3));
            for (Future<Void> fork : forks) {
                fork.get();
            }
            List<TurnsOfFork.Turn> inOrder = new ArrayList<>();
            turns.forks().forEach(fork -> {
                for (int i = 0; i < 3; i++) {
                    inOrder.add(fork.nextTurn());
                }
            });
            inOrder.sort((a, b) -> a.start().compareTo(b.start()));
            for (int i = 1; i < inOrder.size(); i++) {
                assertThat(inOrder.get(i).start())
                        .isAfterOrEqualTo(inOrder.get(i - 1).end());
            }
            assertThat(turns.forks().get(0).firstTurn()).contains(inOrder.get(0).start());
        }
    }

    private Turns turns(int forks) throws IOException {
        return Turns.of(forks, temp, new Random(7));
    }

    /** Takes so many turns of a millisecond. */
    private Future<Void> fork(Turns turns, int seat, int times) {
        Callable<Void> work = () -> {
            try (ForkGate.Link link = ForkGate.Link.open(turns.forks().get(seat).file())) {
                for (int i = 0; i < times; i++) {
                    link.pass();
                    taken.add(seat);
                    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                    TimeUnit.MILLISECONDS.sleep(1);
                    atOnce.decrementAndGet();
                }
                link.pass(1);
            }
            return null;
        };
        return threads.submit(work);
    }
}
