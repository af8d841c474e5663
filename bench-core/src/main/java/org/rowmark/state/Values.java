package org.rowmark.state;

/**
 * Generated data as pure functions of a seed and a key: the same in every fork, round, run and database, and never
 * generated inside what is measured.
 *
 * @param seed the run's seed
 */
public record Values(long seed) {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
    private static final int BITS_PER_CHARACTER = 6;
    private static final int CHARACTERS_PER_LONG = Long.SIZE / BITS_PER_CHARACTER;

    /** Any int but never negative, uniformly distributed over the keys. */
    public int integer(long key) {
        return (int) (mix(seed ^ mix(key)) >>> 33);
    }

    /** Random ASCII text of exactly that length, incompressible beyond its 6 bits per character. */
    public String text(long key, int length) {
        StringBuilder text = new StringBuilder(length);
        long state = mix(seed ^ mix(~key));
        while (text.length() < length) {
            state = mix(state);
            long bits = state;
            for (int i = 0; i < CHARACTERS_PER_LONG && text.length() < length; i++) {
                text.append(ALPHABET.charAt((int) (bits & (ALPHABET.length() - 1))));
                bits >>>= BITS_PER_CHARACTER;
            }
        }
        return text.toString();
    }

    /**
     * Stafford's variant 13 of the 64-bit finaliser of MurmurHash3, as in java.util.SplittableRandom, after one
     * golden-ratio step.
     */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
