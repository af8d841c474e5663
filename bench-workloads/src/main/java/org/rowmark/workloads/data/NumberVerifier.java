package org.rowmark.workloads.data;

/** The check of the one number that each operation of a thread reads. */
public final class NumberVerifier {
    private final String what;
    private final long expected;
    private long wrong;

    /** @param what the number, as the error names it */
    public NumberVerifier(String what, long expected) {
        this.what = what;
        this.expected = expected;
    }

    /** Returns the verifier of the answers to {@link org.rowmark.db.Dialect#ping}. */
    public static NumberVerifier ofPings() {
        return new NumberVerifier("ping", 1);
    }

    /** Notes the number that an operation read. */
    public void found(long number) {
        wrong |= number ^ expected;
    }

    /**
     * Checks that all operations found the expected number.
     *
     * @throws IllegalStateException if one did not
     */
    public void check() {
        if (wrong != 0) {
            throw new IllegalStateException(
                    what + ": expected " + expected + ", found another number in at least one operation");
        }
    }
}
