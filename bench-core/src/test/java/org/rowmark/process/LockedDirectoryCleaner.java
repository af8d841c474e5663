package org.rowmark.process;

/** A later start of Rowmark, which removes what killed ones have left. */
public final class LockedDirectoryCleaner {
    private LockedDirectoryCleaner() {}

    public static void main(String[] arguments) {
        LockedDirectory.removeLeft(System.out::println);
    }
}
