package org.rowmark.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damaged variants of valid inputs, the same for the same seed. */
final class Mutations {
    private static final int MOST = 6;

    /** A text of ours that is longer than any reader needs. */
    private static final int LONG = 20_000;

    private static final List<String> WORDS = List.of(
            "null",
            "true",
            "\"\"",
            "''",
            "{}",
            "[]",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            ";",
            "\n",
            "\r\n",
            "\t",
            " ",
            "#",
            "- ",
            "&a",
            "*a",
            "!!",
            "|",
            ">",
            "%",
            "@",
            "`",
            "$$",
            "/*",
            "*/",
            "--",
            "\\",
            "\"",
            "'",
            "?",
            "${env:NO}",
            "${",
            "-1",
            "0",
            "1e999",
            "-1e999",
            "NaN",
            "\"NaN\"",
            "2147483648",
            "-9223372036854775809",
            "0.0000000001",
            "999999999999999999999999999999",
            "1970-01-01T00:00:00Z",
            "+1000000000-12-31T23:59:59Z",
            "\u0000",
            "\uFEFF",
            "\u2028",
            "\uD83D\uDE00",
            "\u0130",
            "../../..",
            "/",
            "a".repeat(LONG),
            "[".repeat(LONG),
            "{\"a\":".repeat(LONG / 5),
            "9".repeat(LONG),
            "(".repeat(LONG),
            "- ".repeat(LONG / 2));

    private final SplittableRandom random;
    private final List<byte[]> valid;

    Mutations(long seed, List<byte[]> valid) {
        this.random = new SplittableRandom(seed);
        this.valid = valid;
    }

    /** Returns one of the inputs with one to six changes. */
    byte[] next() {
        byte[] input = any();
        int changes = 1 + random.nextInt(MOST);
        for (int i = 0; i < changes; i++) {
            input = changed(input);
        }
        return input;
    }

    private byte[] any() {
        return valid.get(random.nextInt(valid.size()));
    }

    private byte[] changed(byte[] input) {
        int from = random.nextInt(input.length + 1);
        int to = Math.min(input.length, from + length());
        return switch (random.nextInt(10)) {
            case 0 -> spliced(input, from, from, bytes(word()));
            case 1 -> spliced(input, from, to, bytes(word()));
            case 2 -> spliced(input, from, to, new byte[0]);
            case 3 -> spliced(input, from, from, part(input));
            case 4 -> spliced(input, from, to, part(any()));
            case 5 -> spliced(input, from, input.length, new byte[0]);
            case 6 -> flipped(input, from);
            case 7 -> withNumber(input, from);
            case 8 -> withValue(input, from);
            default -> withoutLine(input, from);
        };
    }

    private int length() {
        return 1 + random.nextInt(random.nextInt(8) == 0 ? 500 : 10);
    }

    private String word() {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    private byte[] part(byte[] of) {
        int from = random.nextInt(of.length + 1);
        return Arrays.copyOfRange(of, from, Math.min(of.length, from + length()));
    }

    private byte[] flipped(byte[] input, int at) {
        byte[] copy = input.clone();
        if (at < copy.length) {
            copy[at] ^= (byte) (1 << random.nextInt(8));
        }
        return copy;
    }

    /** Replaces the next number. */
    private byte[] withNumber(byte[] input, int from) {
        int start = from;
        while (start < input.length && !Character.isDigit(input[start])) {
            start++;
        }
        int end = start;
        while (end < input.length && Character.isDigit(input[end])) {
            end++;
        }
        return start == end ? input : spliced(input, start, end, bytes(word()));
    }

    /** Replaces the rest of a line behind its colon or its equals sign. */
    private byte[] withValue(byte[] input, int from) {
        int start = from;
        while (start < input.length && input[start] != ':' && input[start] != '=') {
            start++;
        }
        int end = start;
        while (end < input.length && input[end] != '\n' && input[end] != ',') {
            end++;
        }
        return start == input.length ? input : spliced(input, start + 1, Math.max(start + 1, end), bytes(" " + word()));
    }

    private static byte[] withoutLine(byte[] input, int from) {
        int start = from;
        while (start > 0 && input[start - 1] != '\n') {
            start--;
        }
        int end = from;
        while (end < input.length && input[end] != '\n') {
            end++;
        }
        return spliced(input, start, Math.min(input.length, end + 1), new byte[0]);
    }

    private static byte[] spliced(byte[] input, int from, int to, byte[] with) {
        byte[] result = new byte[input.length - (to - from) + with.length];
        System.arraycopy(input, 0, result, 0, from);
        System.arraycopy(with, 0, result, from, with.length);
        System.arraycopy(input, to, result, from + with.length, input.length - to);
        return result;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
