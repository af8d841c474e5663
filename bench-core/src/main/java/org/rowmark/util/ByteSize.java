package org.rowmark.util;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes of memory as users write them: {@code 4G}, {@code 192M}, {@code 512K}, or bytes; of 1024 each. */
public final class ByteSize {
    public static final long KIB = 1L << 10;
    public static final long MIB = 1L << 20;
    public static final long GIB = 1L << 30;

    private static final Pattern TEXT =
            Pattern.compile("([1-9]\\d{0,12}(?:\\.\\d{1,3})?)([KMGT]?)(?:I?B)?", Pattern.CASE_INSENSITIVE);

    private static final String SUFFIXES = "KMGT";
    private static final int SHIFT = 10;

    private ByteSize() {}

    public static Optional<Long> of(String text) {
        Matcher size = TEXT.matcher(text.strip());
        if (!size.matches()) {
            return Optional.empty();
        }
        int power = SUFFIXES.indexOf(size.group(2).toUpperCase(Locale.ROOT)) + 1;
        double unit = size.group(2).isEmpty() ? 1 : Math.scalb(1.0, SHIFT * power);
        return Optional.of(Math.round(Double.parseDouble(size.group(1)) * unit));
    }

    public static long parse(String where, String text) {
        return of(text).orElseThrow(
                        () -> new UsageException(where + " '" + text + "': give a size, such as 4G, 512M or 64K"));
    }

    /** Returns the shortest text that {@link #of} reads: {@code 3G}, {@code 1536M}. */
    public static String text(long bytes) {
        String suffix = "";
        long size = bytes;
        for (int i = 0; i < SUFFIXES.length() && size > 0 && size % KIB == 0; i++) {
            size /= KIB;
            suffix = SUFFIXES.substring(i, i + 1);
        }
        return size + suffix;
    }
}
