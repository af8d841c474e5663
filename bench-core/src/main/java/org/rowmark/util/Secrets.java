package org.rowmark.util;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Takes secrets out of text before it reaches a file, a log or the console: every registered password, whatever stands
 * behind {@code password=} or {@code pwd=}, and the password in {@code user:password@host}. Drivers print URLs in their
 * messages, so all text that came from elsewhere goes through {@link #scrub}.
 */
public final class Secrets {
    public static final String MASK = "***";

    /** Shorter secrets are not searched for: masking every "sa" would make the text unreadable and hide nothing. */
    private static final int SHORTEST_SEARCHED = 4;

    private static final Pattern KEY_VALUE = Pattern.compile(
            "((?:password|passwd|pwd|secret|token)\"?\\s*[=:]\\s*\"?)[^\\s;&,\"')}]+", Pattern.CASE_INSENSITIVE);
    private static final Pattern USER_INFO = Pattern.compile("(//[^\\s/:@]+:)[^\\s/@]+@");

    private static final Set<String> KNOWN = ConcurrentHashMap.newKeySet();

    private Secrets() {}

    public static void register(String secret) {
        if (secret.length() >= SHORTEST_SEARCHED) {
            KNOWN.add(secret);
        }
    }

    /**
     * @param text any text, may be null
     * @return the text with every secret replaced by {@code ***}; null for null
     */
    public static String scrub(String text) {
        if (text == null) {
            return null;
        }
        String scrubbed = text;
        for (String secret : KNOWN) {
            scrubbed = scrubbed.replace(secret, MASK);
        }
        scrubbed = KEY_VALUE.matcher(scrubbed).replaceAll("$1" + MASK);
        return USER_INFO.matcher(scrubbed).replaceAll("$1" + MASK + "@");
    }
}
