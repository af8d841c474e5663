package org.rowmark.clients;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The time in which a client worked, by the coordinator's clock. */
record Window(Instant start, Instant end) {
    /** Returns the time in which all worked as a part of the longest window; 0 if there is none. */
    static double overlap(List<Window> windows) {
        Instant start =
                windows.stream().map(Window::start).max(Instant::compareTo).orElseThrow();
        Instant end = windows.stream().map(Window::end).min(Instant::compareTo).orElseThrow();
        long longest = windows.stream()
                .mapToLong(window -> nanos(window.start, window.end))
                .max()
                .orElseThrow();
        return longest <= 0 ? 0 : Math.max(0, (double) nanos(start, end) / longest);
    }

    /** Returns the window from the first start to the last end. */
    static Window around(List<Window> windows) {
        return new Window(
                windows.stream().map(Window::start).min(Instant::compareTo).orElseThrow(),
                windows.stream().map(Window::end).max(Instant::compareTo).orElseThrow());
    }

    private static long nanos(Instant from, Instant to) {
        return Duration.between(from, to).toNanos();
    }
}
