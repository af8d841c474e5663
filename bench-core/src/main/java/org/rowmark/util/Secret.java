package org.rowmark.util;

import java.util.Objects;
import org.apache.commons.lang3.RandomStringUtils;

/** A password. Only {@link #reveal()} returns its text; {@code toString} is the same for all. */
public final class Secret {
    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    /** Returns a secret of that text, registered with {@link Secrets} so that no output shows it. */
    public static Secret of(String text) {
        Objects.requireNonNull(text, "text");
        Secrets.register(text);
        return new Secret(text);
    }

    /** Returns a new random password of 20 hexadecimal digits. */
    public static Secret random() {
        return of(RandomStringUtils.secure().next(20, "0123456789abcdef"));
    }

    public String reveal() {
        return text;
    }

    @Override
    public String toString() {
        return Secrets.MASK;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
