package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(1);

    private final AtomicInteger polls = new AtomicInteger();

    @Test
    void polls_until_the_condition_holds() {
        assertThat(Await.until(() -> polls.incrementAndGet() == 3, LONG, SHORT)).isTrue();
        assertThat(polls).hasValue(3);
    }

    @Test
    void gives_up_at_the_limit() {
        assertThat(Await.until(() -> false, SHORT, SHORT)).isFalse();
    }

    @Test
    void gives_up_when_interrupted_and_stays_so() {
        Thread.currentThread().interrupt();

        assertThat(Await.until(() -> false, LONG, LONG)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void throws_at_once_what_the_condition_throws() {
        assertThatThrownBy(() -> Await.until(
                        () -> {
                            throw new IOException("gone");
                        },
                        LONG,
                        LONG))
                .hasMessage("gone");
    }
}
