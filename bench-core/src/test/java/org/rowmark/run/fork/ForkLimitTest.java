package org.rowmark.run.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rowmark.run.fork.ForkProcess.ForkLimit;

class ForkLimitTest {
    private final CountDownLatch killed = new CountDownLatch(1);
    private final AtomicLong waited = new AtomicLong();

    @Test
    void kills_at_the_limit() throws InterruptedException {
        ForkLimit limit = ForkLimit.start(Duration.ofMillis(50), waited::get, killed::countDown);

        assertThat(killed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(limit.isReached()).isTrue();
    }

    @Test
    void does_not_count_the_time_of_waiting() throws InterruptedException {
        long start = System.nanoTime();
        waited.set(Duration.ofMillis(400).toNanos());
        ForkLimit.start(Duration.ofMillis(100), waited::get, killed::countDown);

        assertThat(killed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(System.nanoTime() - start)
                .isGreaterThan(Duration.ofMillis(490).toNanos());
    }

    @Test
    void kills_nothing_that_has_ended() throws InterruptedException {
        ForkLimit limit = ForkLimit.start(Duration.ofMillis(300), waited::get, killed::countDown);
        limit.end();

        assertThat(killed.await(600, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(limit.isReached()).isFalse();
    }
}
