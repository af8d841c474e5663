package org.rowmark.link;

import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;

/** A thread that wakes up a selector at a time of {@link System#nanoTime}. */
final class Alarm extends Thread {
    private final Selector selector;
    private volatile boolean isSet;
    private volatile long time;

    Alarm(Selector selector) {
        super("rowmark-link-alarm");
        this.selector = selector;
        setDaemon(true);
    }

    /** Sets the time, in place of an earlier one. */
    void set(long newTime) {
        if (isSet && time == newTime) {
            return;
        }
        time = newTime;
        isSet = true;
        LockSupport.unpark(this);
    }

    @Override
    public void run() {
        while (true) {
            long left = time - System.nanoTime();
            if (!isSet) {
                LockSupport.park(this);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else {
                isSet = false;
                selector.wakeup();
            }
        }
    }
}
